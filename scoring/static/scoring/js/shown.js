/* The sheet as this table sees it: what the server has, and on top of it what still waits in the outbox.
 * Pure: state and items in, a model out. */

/** {rounds, players, order, next, roles, isFinished, isWaiting, mayDeclare, …} */
export function showSheet(state, items) {
  const open = items.filter((item) => !item.conflict && !item.errors);
  const rounds = addWaiting(state.rounds.map((round) => ({ ...round, waits: false, item: null })), open);
  const totals = addUp(rounds);
  const isDeclared = open.some((item) => item.kind === "declare");
  const next = open.length ? nextRound(state, rounds, totals, isDeclared) : state.next;
  const shift = rounds.length - state.rounds.length;
  const players = state.players.map((player) => {
    const total = totals.get(player.id) ?? 0;
    return { ...player, total, opening: firstMeld(state.openings, total) };
  });
  const isFinished = open.length ? next === null && rounds.length > 0 : state.finished;
  return {
    ...state,
    rounds,
    players,
    next,
    roles: next === null ? null : turnRoles(state.roles, players, shift),
    isFinished,
    mayDeclare: state.may_declare && !isDeclared && next !== null,
    ranking: isFinished ? rank(players.filter((player) => rounds.some((round) => player.id in round.points))) : [],
  };
}

/** The opening minimum at that total (R4.7). */
function firstMeld(openings, total) {
  return openings.find(([below]) => below === null || total < below)[1];
}

function addWaiting(rounds, items) {
  for (const item of items) {
    const index = rounds.findIndex((round) => round.number === item.number);
    if (item.kind === "round") {
      const round = { id: rounds[index]?.id ?? null, number: item.number, points: item.entries, waits: true, item };
      if (index >= 0) rounds[index] = { ...rounds[index], ...round };
      else if (item.number === rounds.length + 1) rounds.push(round);
    } else if (item.kind === "undo" && rounds.at(-1)?.id === item.round) {
      rounds.pop();
    }
  }
  return rounds;
}

/** Gives each round its running totals; returns the last ones. */
function addUp(rounds) {
  const totals = new Map();
  for (const round of rounds) {
    for (const [key, value] of Object.entries(round.points)) {
      totals.set(Number(key), (totals.get(Number(key)) ?? 0) + value);
    }
    round.totals = Object.fromEntries(totals);
  }
  return totals;
}

function nextRound(state, rounds, totals, isDeclared) {
  const coming = rounds.length + 1;
  if (state.locked || isDeclared) return null;
  if (state.stage === "final") return rounds.length ? null : 1;
  if (state.target !== null && [...totals.values()].some((total) => total >= state.target)) return null;
  return state.last_round !== null && coming > state.last_round ? null : coming;
}

/** The deal passes clockwise each round (R4.3). */
function turnRoles(roles, players, shift) {
  if (roles === null || shift === 0) return roles;
  const present = players.filter((player) => player.plays).map((player) => player.id);
  const turn = (id) => present[(present.indexOf(id) + shift + present.length * 2) % present.length];
  return Object.fromEntries(Object.entries(roles).map(([role, id]) => [role, turn(id)]));
}

/** Best first; equals share a place: 1, 2, 2, 4. */
function rank(players) {
  const sorted = [...players].sort((one, other) => other.total - one.total);
  return sorted.map((player) => ({ ...player, place: sorted.findIndex((one) => one.total === player.total) + 1 }));
}
