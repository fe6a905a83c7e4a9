"""Queries whose SQL is made once: making it costs the ORM ten times what the database needs for a small answer.

Only for what must be quick, the saving of a round; everywhere else a plain QuerySet reads better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import Expression
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", bound=Model)


class Parameter(Expression):
    """Stands in a prepared query for a value that each call gives; `kept_as` says how what is no
    number and no text is kept."""

    def __init__(self, name: str, kept_as: Field[Any, Any] | None = None) -> None:
        super().__init__()
        self.name = name
        self.kept_as = kept_as

    def read(self, values: Mapping[str, Any]) -> Any:
        """The value as the database wants it."""
        value = values[self.name]
        return value if self.kept_as is None else self.kept_as.get_db_prep_value(value, connection)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """A place for the value; the parameter itself stands for it until then."""
        return "%s", (self,)


@dataclass(frozen=True, slots=True)
class Made(Generic[Row]):
    """The SQL for one kind of database, its parameters in order, and what turns columns into Python's values."""

    sql: str
    parameters: tuple[Any, ...]
    model: type[Row]
    columns: list[str]
    compiler: SQLCompiler
    converters: dict[int, Any]


class Prepared(Generic[Row]):
    """`queryset`, made into SQL at its first call for each kind of database; calls name their parameters."""

    def __init__(self, queryset: Callable[[], QuerySet[Row, Any]]) -> None:
        self.queryset = queryset
        self.made: dict[str, Made[Row]] = {}

    def rows(self, **values: Any) -> list[Sequence[Any]]:
        """The answer's rows, each the columns that the queryset selects."""
        made = self.made.get(connection.vendor) or self._make()
        given = [one.read(values) if isinstance(one, Parameter) else one for one in made.parameters]
        with connection.cursor() as cursor:
            cursor.execute(made.sql, given)
            found = cursor.fetchall()
        return list(made.compiler.apply_converters(found, made.converters)) if made.converters else list(found)

    def instances(self, **values: Any) -> list[Row]:
        """The answer's rows as instances; the queryset must select all columns of its model."""
        found = self.rows(**values)
        made = self.made[connection.vendor]
        return [made.model.from_db(connection.alias, made.columns, row) for row in found]

    def _make(self) -> Made[Row]:
        queryset = self.queryset()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        self.made[connection.vendor] = made = Made(
            sql=sql,
            parameters=tuple(parameters),
            model=queryset.model,
            columns=[field.attname for field in queryset.model._meta.concrete_fields],
            compiler=compiler,
            converters=compiler.get_converters([column[0] for column in compiler.select]),
        )
        return made
