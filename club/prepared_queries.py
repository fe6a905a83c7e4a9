"""Queries whose SQL is made once: making it costs the ORM ten times what the database needs for a small answer.

Only for what must be quick, the saving of a round; everywhere else a plain QuerySet reads better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import connection
from django.db.models import AutoField, Field, Model, QuerySet
from django.db.models.expressions import Expression
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", bound=Model)


class Parameter(Expression):
    """Stands in a prepared query for a value that each call gives.

    `kept_as` is the field whose form a value has in the database; numbers and texts need none.
    """

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
class Made:
    """The SQL for one kind of database, its parameters in order, and what turns columns into Python's values."""

    sql: str
    parameters: tuple[Any, ...]
    compiler: SQLCompiler
    converters: dict[int, Any]

    def fill(self, values: Mapping[str, Any]) -> list[Any]:
        """The parameters with their values."""
        return [one.read(values) if isinstance(one, Parameter) else one for one in self.parameters]


class Prepared(Generic[Row]):
    """A queryset, made into SQL at its first call for each kind of database; calls name its parameters."""

    def __init__(self, queryset: Callable[[], QuerySet[Row, Any]]) -> None:
        self.queryset = queryset
        self.made: dict[str, Made] = {}

    def rows(self, **values: Any) -> list[Sequence[Any]]:
        """The answer's rows, each the columns that the queryset selects."""
        made = self.made.get(connection.vendor) or self._make()
        with connection.cursor() as cursor:
            cursor.execute(made.sql, made.fill(values))
            found = cursor.fetchall()
        return list(made.compiler.apply_converters(found, made.converters)) if made.converters else list(found)

    def _make(self) -> Made:
        compiler = self.queryset().query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        self.made[connection.vendor] = made = Made(sql, tuple(parameters), compiler, converters)
        return made


class PreparedInstances(Prepared[Row]):
    """The same for whole rows of `model`; the queryset selects all of its columns."""

    def __init__(self, model: type[Row], queryset: Callable[[], QuerySet[Row, Any]]) -> None:
        super().__init__(queryset)
        self.model = model
        self.columns = [field.attname for field in model._meta.concrete_fields]

    def instances(self, **values: Any) -> list[Row]:
        """The answer's rows."""
        return [self.model.from_db(connection.alias, self.columns, row) for row in self.rows(**values)]


class PreparedUpdate(Prepared[Row]):
    """Changes all rows of a queryset, as its `update` does."""

    def __init__(self, queryset: Callable[[], QuerySet[Row, Any]], **changes: Any) -> None:
        super().__init__(queryset)
        self.changes = changes

    def run(self, **values: Any) -> None:
        """Change them."""
        made = self.made.get(connection.vendor) or self._make()
        with connection.cursor() as cursor:
            cursor.execute(made.sql, made.fill(values))

    def _make(self) -> Made:
        query: UpdateQuery = self.queryset().query.chain(UpdateQuery)  # type: ignore[assignment]
        query.add_update_values(self.changes)
        compiler = query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        self.made[connection.vendor] = made = Made(sql, tuple(parameters), compiler, {})
        return made


class PreparedInsert(Generic[Row]):
    """Adds rows of `model`, by SQL made once for each number of rows.

    Nothing but the rows is written: no signals, and a field that sets itself on saving (`auto_now`) does not.
    """

    def __init__(self, model: type[Row]) -> None:
        self.model = model
        self.fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
        self.key = cast(str, next(field.column for field in model._meta.concrete_fields if field.primary_key))
        self.made: dict[tuple[str, int], str] = {}

    def add(self, *rows: Row) -> list[Any]:
        """Write the instances; the keys that they have got."""
        values = [
            field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in self.fields
        ]
        sql = self.made.get((connection.vendor, len(rows))) or self._make(len(rows))
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return [key for (key,) in cursor.fetchall()]

    def _make(self, number: int) -> str:
        quote = connection.ops.quote_name
        columns = ", ".join(quote(cast(str, field.column)) for field in self.fields)
        places = ", ".join(["(" + ", ".join(["%s"] * len(self.fields)) + ")"] * number)
        target = f"{quote(self.model._meta.db_table)} ({columns})"
        sql = f"INSERT INTO {target} VALUES {places} RETURNING {quote(self.key)}"  # noqa: S608 (names of our own models)
        self.made[connection.vendor, number] = sql
        return sql
