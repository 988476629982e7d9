/** What the stories refer to by name: tasks, edits of the project's files, commands with their output. */

import { pad, table, tested } from './project.mjs'

export const TASKS = {
  1: 'Offer freed plots one each',
  2: 'Share the water bill to the cent',
  3: 'Swap turns safely',
  4: 'Keep failed mails',
}

export const EDITS = {
  'one-each': [
    'waitlist/queue',
    '  const first = waiting[0]\n  if (first === undefined) return []\n  return freed.map(plot => newOffer(plot, first, addDays(today, 7)))',
    '  const free = waiting.filter(applicant => applicant.openOffer === null)\n  return freed.slice(0, free.length).map((plot, place) => newOffer(plot, free[place], addDays(today, 7)))',
  ],
  'say-so': [
    'waitlist/queue',
    '/** Offers the freed plots to the people who have waited longest. */',
    '/** Offers the freed plots, one each, to the people who have waited longest and have no open offer. Plots left over stay free. */',
  ],
  'largest-rest': [
    'billing/invoices',
    '  return new Map(plots.map(plot => [plot.id, Math.round((total * plot.area) / area)]))',
    '  const shares = plots.map(plot => ({ id: plot.id, cents: Math.floor((total * plot.area) / area), rest: (total * plot.area) % area }))\n  const left = total - shares.reduce((sum, share) => sum + share.cents, 0)\n  const first = [...shares].sort((a, b) => b.rest - a.rest || (a.id < b.id ? -1 : 1)).slice(0, left)\n  return new Map(shares.map(share => [share.id, share.cents + (first.includes(share) ? 1 : 0)]))',
  ],
  'no-area': [
    'billing/invoices',
    '  const area = sumPlotArea(plots)\n',
    "  const area = sumPlotArea(plots)\n  if (area === 0) throw new Error('The water bill needs at least one plot with an area')\n",
  ],
  'swap-once': [
    'rota/rota',
    "  await db.run('update turns set person = ? where id = ?', [b.person, a.id])\n  await db.run('update turns set person = ? where id = ?', [a.person, b.id])",
    "  await db.transaction(async inner => {\n    await inner.run('update turns set person = case id when ? then ? else ? end where id in (?, ?)', [a.id, b.person, a.person, a.id, b.id])\n    await journal(inner, 'swapTurns', a.id, b.person, a.dueAt)\n  })",
  ],
  'swap-duty': [
    'rota/rota',
    "  await db.transaction(async inner => {\n    await inner.run('update turns set person = case",
    "  for (const turn of [a, b]) if (turn.doneAt !== null) throw new Refused('turn-done', turn.id)\n  await db.transaction(async inner => {\n    await inner.run('update turns set person = case",
  ],
  'keep-failed': [
    'reminders/mailer',
    '    await post.send(reminder.address, subjectLine(reminder), bodyOf(reminder))\n    await markSent(db, reminder.id, now)\n  }\n  return { sent: due.length, failed: 0 }',
    "    const answer = await post.send(reminder.address, subjectLine(reminder), bodyOf(reminder))\n    if (answer.ok) await markSent(db, reminder.id, now)\n    else await markFailed(db, reminder.id, now)\n    sent[answer.ok ? 'sent' : 'failed']++\n  }\n  return sent",
  ],
  'count-failed': [
    'reminders/mailer',
    '  const due = await listDue(db, dayOf(now))\n',
    '  const due = await listDue(db, dayOf(now))\n  const sent = { sent: 0, failed: 0 }\n',
  ],
}

const WRONG = 'waitlist/queue.test.ts › offerFreedPlots › the last day'
export const COMMANDS = {
  status: [
    'git status --short && git log --oneline -5',
    'See what is changed',
    ' M docs/minutes.md\n4f1c2aa Print the rota on one page\n9b07d3e Let members leave in mid-year\n1d66f02 Show the reason beside a grey button\n77ac910 Use whole cents everywhere\ne03b5d8 Start the journal',
  ],
  offers: [
    'sqlite3 data/dev.db "select * from offers where made_on = \'2026-04-02\'"',
    'Offers made on the day of the report',
    table(
      'id|plot|applicant|made_on|lapses_on|state',
      48,
      n =>
        `offer-${pad(n + 310)}|plot-${pad((n * 17) % 90)}|${n < 2 ? 'applicant-041' : `applicant-${pad((n * 13) % 70)}`}|2026-04-02|2026-04-09|${n < 2 || n % 3 ? 'open' : 'accepted'}`,
    ),
  ],
  waiting: [
    'sqlite3 data/dev.db "select * from applicants order by created_at"',
    'The waiting list',
    table(
      'id|name|created_at|row|wishes',
      70,
      n =>
        `applicant-${pad(n)}|${['Ada', 'Björn', 'Chidi', 'Dana', 'Emeka', 'Freya', 'Goran'][n % 7]} ${['Lind', 'Okoro', 'Marsh', 'Petit', 'Sato'][n % 5]}|20${pad(14 + (n >> 3), 2)}-0${(n % 9) + 1}-1${n % 10}|${'ABCDEF'[n % 6]}|${n % 4 ? 'any plot' : 'near the water, please, not under the walnut'}`,
    ),
  ],
  'test-waitlist': ['npm test -- waitlist', 'Tests of the waiting list', tested('waitlist')],
  'test-wrong': [
    'npm test -- waitlist',
    'Tests of the waiting list',
    tested(
      'waitlist',
      [WRONG],
      `\n FAIL ${WRONG}\n   expected 2 offers for 2 people, got 2 offers for applicant-041\n   at src/waitlist/queue.test.ts:88:21\n`,
    ),
    true,
  ],
  'test-billing': ['npm test -- billing', 'Tests of invoices and fees', tested('billing')],
  'test-rota': ['npm test -- rota', 'Tests of the rota', tested('rota')],
  'test-mail': ['npm test -- reminders', 'Tests of the reminders', tested('reminders')],
  'test-all': ['npm test', 'All tests', tested('')],
  types: ['npx tsc --noEmit', 'Check the types', ''],
  bills: [
    'sqlite3 data/dev.db "select plot, cents from invoices where kind = \'water\' and year = 2025"',
    "Last year's water invoices",
    table('plot|cents', 88, n => `plot-${pad(n)}|${1180 + ((n * 37) % 411)}`),
  ],
  turns: [
    'sqlite3 data/dev.db "select id, week, person, done_at from turns where year = 2026"',
    "This year's turns",
    table(
      'id|week|person|done_at',
      96,
      n => `turn-${pad(n)}|2026-W${pad((n >> 1) + 1, 2)}|person-${pad((n * 29) % 64)}|${n < 30 ? `2026-0${(n >> 3) + 1}-1${n % 9}` : ''}`,
    ),
  ],
  mails: [
    'tail -n 90 data/mail.log',
    'The last mails',
    table(
      '',
      90,
      n =>
        `2026-04-0${(n >> 4) + 1}T06:${pad(n % 60, 2)}:11Z ${n % 11 === 7 ? 'refused 451 try again later' : 'accepted 250'} reminder-${pad(n + 700)} to person-${pad((n * 31) % 64)}@members.example`,
    ),
  ],
  diff: [
    'git diff --stat',
    'What changed so far',
    ' src/reminders/mailer.ts | 9 ++++++---\n 1 file changed, 6 insertions(+), 3 deletions(-)',
  ],
  commit: [
    'git commit -am "Offer freed plots one each"',
    'Commit',
    '[main 52c90be] Offer freed plots one each\n 1 file changed, 3 insertions(+), 4 deletions(-)',
  ],
  'commit-2': [
    'git commit -am "Share the water bill to the cent"',
    'Commit',
    '[main 8a41f3d] Share the water bill to the cent\n 1 file changed, 5 insertions(+), 1 deletion(-)',
  ],
  'commit-3': [
    'git commit -am "Swap turns in one transaction"',
    'Commit',
    '[main c07d12e] Swap turns in one transaction\n 1 file changed, 5 insertions(+), 2 deletions(-)',
  ],
  'commit-4': [
    'git commit -am "Keep failed mails for the next batch"',
    'Commit',
    '[main f3b8802] Keep failed mails for the next batch\n 1 file changed, 6 insertions(+), 3 deletions(-)',
  ],
}
