/**
 * The invented project that the sample sessions work on: an office that rents out garden plots. Its files are kept in memory, so that
 * a later read really shows an earlier edit, and a search really finds what is there. Each call knows its own result.
 */

export const ROOT = '/home/robin/allotly'

const MODULES = {
  'plots/plots': [
    'Plot',
    'plots',
    'find:findPlot list:listFreePlots list:listPlotsByRow count:countTakenPlots check:canRelease change:releasePlot change:assignPlot total:sumPlotArea format:plotLabel plan:nextInspections',
  ],
  'waitlist/queue': [
    'Applicant',
    'applicants',
    'find:findApplicant list:listWaiting list:listDeclined count:countWaiting check:mayBeOffered change:declineOffer change:acceptOffer format:applicantLine total:sumYearsWaiting',
  ],
  'waitlist/offers': [
    'Offer',
    'offers',
    'find:findOffer list:listOpenOffers list:listLapsedOffers count:countOpenOffers check:isStillOpen change:lapseOffer format:offerLine plan:nextLapses',
  ],
  'rota/rota': [
    'Turn',
    'turns',
    'find:findTurn list:listTurnsOfWeek list:listTurnsOfPerson count:countMissedTurns check:isOnDuty change:markDone change:markMissed plan:planWeek format:turnLine total:sumHours',
  ],
  'billing/invoices': [
    'Invoice',
    'invoices',
    'find:findInvoice list:listUnpaid list:listByYear count:countOverdue check:isOverdue change:markPaid change:cancelInvoice total:sumOutstanding format:invoiceLine plan:nextReminders',
  ],
  'billing/fees': [
    'Fee',
    'fees',
    'find:findFee list:listFeesOfYear check:isReduced change:raiseFee total:sumFees format:feeLine count:countReduced plan:nextYearFees',
  ],
  'reminders/mailer': [
    'Reminder',
    'reminders',
    'find:findReminder list:listDue list:listFailed count:countFailed check:isDue change:markSent change:markFailed format:subjectLine plan:nextBatch',
  ],
  'people/people': [
    'Person',
    'people',
    'find:findPerson list:listMembers list:listLeaving count:countMembers check:isMember change:moveOut change:rename format:greeting total:sumDonations plan:nextBirthdays',
  ],
  'seasons/seasons': [
    'Season',
    'seasons',
    'find:findSeason list:listSeasons check:isOpen change:openSeason change:closeSeason format:seasonLine plan:nextDeadlines count:countOpen',
  ],
}

/** Functions that the stories are about, written out; the others come from the forms below. */
const WRITTEN = {
  'waitlist/queue': `/** Offers the freed plots to the people who have waited longest. */
export async function offerFreedPlots(db: Database, freed: readonly Plot[], today: Day): Promise<Offer[]> {
  const waiting = await listWaiting(db, today)
  const first = waiting[0]
  if (first === undefined) return []
  return freed.map(plot => newOffer(plot, first, addDays(today, 7)))
}`,
  'billing/invoices': `/** Shares the water bill among the plots by their area, in cents. */
export function shareWaterBill(total: Cents, plots: readonly Plot[]): Map<PlotId, Cents> {
  const area = sumPlotArea(plots)
  return new Map(plots.map(plot => [plot.id, Math.round((total * plot.area) / area)]))
}`,
  'rota/rota': `/** Two people change places in the watering rota. */
export async function swapTurns(db: Database, mine: TurnId, yours: TurnId): Promise<void> {
  const [a, b] = await Promise.all([findTurn(db, mine), findTurn(db, yours)])
  if (a === null || b === null) throw new NotFound('turn', a === null ? mine : yours)
  await db.run('update turns set person = ? where id = ?', [b.person, a.id])
  await db.run('update turns set person = ? where id = ?', [a.person, b.id])
}`,
  'reminders/mailer': `/** Sends what is due. A mail that fails is tried again with the next batch. */
export async function sendDue(db: Database, post: Post, now: Moment): Promise<Sent> {
  const due = await listDue(db, dayOf(now))
  for (const reminder of due) {
    await post.send(reminder.address, subjectLine(reminder), bodyOf(reminder))
    await markSent(db, reminder.id, now)
  }
  return { sent: due.length, failed: 0 }
}`,
}

const plain = name => name.replace(/([A-Z])/g, ' $1').toLowerCase()
const FORMS = {
  find: (name, type, table) => `/** The ${type.toLowerCase()} with this id, or null when there is none on file. */
export async function ${name}(db: Database, id: ${type}Id): Promise<${type} | null> {
  const row = await db.first<${type}Row>('select * from ${table} where id = ? and removed_at is null', [id])
  return row === undefined ? null : to${type}(row)
}`,
  list: (name, type, table) => `/** To ${plain(name)}: oldest first, ties by id, so that two calls on one day agree. */
export async function ${name}(db: Database, today: Day): Promise<readonly ${type}[]> {
  const rows = await db.all<${type}Row>('select * from ${table} where valid_from <= ? order by created_at, id', [today])
  return rows.map(to${type}).filter(${type.toLowerCase()} => ${type.toLowerCase()}.removedAt === null)
}`,
  count: (name, _type, table) => `/** To ${plain(name)} without loading them. */
export async function ${name}(db: Database, year: number): Promise<number> {
  const row = await db.first<{ n: number }>('select count(*) as n from ${table} where year = ?', [year])
  return row?.n ?? 0
}`,
  check: (name, type) => `/** Says why not, instead of a bare false: the page shows the reason beside the button. */
export function ${name}(${type.toLowerCase()}: ${type}, today: Day): Verdict {
  if (${type.toLowerCase()}.removedAt !== null) return no('removed')
  if (isBefore(today, ${type.toLowerCase()}.validFrom)) return no('not-yet')
  return isBefore(${type.toLowerCase()}.validTo ?? FOREVER, today) ? no('over') : YES
}`,
  change: (name, type, table) => `/** To ${plain(name)}, in one transaction with the line in the journal. */
export async function ${name}(db: Database, id: ${type}Id, by: PersonId, now: Moment): Promise<${type}> {
  return db.transaction(async inner => {
    const before = await must(inner.first<${type}Row>('select * from ${table} where id = ?', [id]), '${type}', id)
    const after = { ...before, changed_at: now, changed_by: by }
    await inner.run('update ${table} set changed_at = ?, changed_by = ? where id = ?', [now, by, id])
    await journal(inner, '${name}', id, by, now)
    return to${type}(after)
  })
}`,
  total: (name, type) => `/** To ${plain(name)}. An empty list gives zero. */
export function ${name}(list: readonly ${type}[]): number {
  let sum = 0
  for (const one of list) sum += one.amount ?? 0
  return sum
}`,
  format: (name, type) => `/** One line for lists and mails; never longer than the 72 characters that the printed list holds. */
export function ${name}(${type.toLowerCase()}: ${type}): string {
  const line = [${type.toLowerCase()}.number, ${type.toLowerCase()}.title, formatDay(${type.toLowerCase()}.validFrom)].filter(Boolean).join(' · ')
  return line.length > 72 ? \`\${line.slice(0, 71)}…\` : line
}`,
  plan: (name, type, table) => `/** To ${plain(name)}: at most a month ahead, the nearest first. */
export async function ${name}(db: Database, today: Day): Promise<readonly Planned<${type}>[]> {
  const until = addDays(today, 31)
  const rows = await db.all<${type}Row>('select * from ${table} where due_on between ? and ? order by due_on, id', [today, until])
  return rows.map(row => ({ what: to${type}(row), on: row.due_on, daysLeft: daysBetween(today, row.due_on) }))
}`,
}

function sourceOf(name) {
  const [type, table, functions] = MODULES[name]
  const written = functions
    .split(' ')
    .map(item => item.split(':'))
    .map(([form, title]) => FORMS[form](title, type, table))
  const head = `// ${name}: everything about ${table}. Pages and jobs call this; nobody else touches the table.\n\nimport { type Database, journal, must } from '../base/database'\nimport { addDays, type Day, dayOf, daysBetween, FOREVER, formatDay, isBefore, type Moment } from '../base/days'\nimport { no, type Planned, type Verdict, YES } from '../base/words'\nimport { to${type}, type ${type}, type ${type}Id, type ${type}Row } from './rows'`
  return `${[head, ...written, ...(WRITTEN[name] ? [WRITTEN[name]] : [])].join('\n\n')}\n`
}

export function newProject() {
  const files = new Map(Object.keys(MODULES).map(name => [`${ROOT}/src/${name}.ts`, sourceOf(name)]))
  files.set(
    `${ROOT}/CLAUDE.md`,
    '# Allotly\n\nPlots, waiting list, watering rota, invoices for an allotment association.\n\n- Money is whole cents.\n- Days are strings like 2026-04-01; only `base/days` knows the calendar.\n- A function that changes something writes the journal in the same transaction.\n- Run `npm test` before you say that something works.\n',
  )
  return files
}

const namesIn = name => {
  const [, , functions] = MODULES[name]
  const written = /function (\w+)/.exec(WRITTEN[name] ?? '')
  return [...functions.split(' ').map(item => item.split(':')[1]), ...(written ? [written[1]] : [])]
}

const testLines = (from, failing) =>
  Object.keys(MODULES)
    .filter(name => name.includes(from))
    .flatMap(name =>
      namesIn(name).flatMap((title, index) =>
        ['nothing on file', 'the last day'].map(kase => testLine(`${name}.test.ts › ${title} › ${kase}`, index, failing)),
      ),
    )

const testLine = (title, index, failing) => (failing.includes(title) ? ` ✗ ${title}` : ` ✓ ${title} (${((index * 7) % 11) + 1} ms)`)

export function tested(from, failing = [], detail = '') {
  const lines = testLines(from, failing)
  return `${lines.join('\n')}\n${detail}\n Tests  ${failing.length ? `${failing.length} failed | ` : ''}${lines.length - failing.length} passed (${lines.length})\n`
}

export const table = (head, count, row) => [head, ...Array.from({ length: count }, (_, index) => row(index))].join('\n')
export const pad = (number, width = 3) => String(number).padStart(width, '0')

export const pathOf = name => (name.includes('.') ? `${ROOT}/${name}` : `${ROOT}/src/${name}.ts`)

export function read(name, offset, limit) {
  const path = pathOf(name)
  const input = offset === undefined ? { file_path: path } : { file_path: path, offset, limit }
  return {
    name: 'Read',
    input,
    run: files => {
      const all = files.get(path).split('\n')
      const shown = offset === undefined ? all : all.slice(offset - 1, offset - 1 + limit)
      const file = { filePath: path, content: shown.join('\n'), numLines: shown.length, startLine: offset ?? 1, totalLines: all.length }
      return { content: shown.map((line, index) => `${index + (offset ?? 1)}\t${line}`).join('\n'), result: { type: 'text', file } }
    },
  }
}

export function grep(pattern) {
  return {
    name: 'Grep',
    input: { pattern, path: `${ROOT}/src`, output_mode: 'content', '-n': true },
    run: files => {
      const hits = [...files].flatMap(([path, text]) =>
        text
          .split('\n')
          .flatMap((line, index) => (new RegExp(pattern).test(line) ? [`${path.slice(ROOT.length + 1)}:${index + 1}:${line}`] : [])),
      )
      const content = hits.join('\n') || 'No matches found'
      return { content, result: { mode: 'content', numFiles: 0, filenames: [], content, numLines: hits.length } }
    },
  }
}

export function edit(name, from, to) {
  const path = pathOf(name)
  return {
    name: 'Edit',
    input: { file_path: path, old_string: from, new_string: to, replace_all: false },
    run: files => {
      const originalFile = files.get(path)
      const at = originalFile.indexOf(from)
      if (at < 0) throw new Error(`${name} does not hold: ${from}`)
      files.set(
        path,
        originalFile.replace(from, () => to),
      )
      const [old, fresh, start] = [from.split('\n'), to.split('\n'), originalFile.slice(0, at).split('\n').length]
      const lines = [...old.map(line => `-${line}`), ...fresh.map(line => `+${line}`)]
      const structuredPatch = [{ oldStart: start, oldLines: old.length, newStart: start, newLines: fresh.length, lines }]
      const result = {
        filePath: path,
        oldString: from,
        newString: to,
        originalFile,
        structuredPatch,
        userModified: false,
        replaceAll: false,
      }
      return { content: `The file ${path} has been updated successfully.`, result }
    },
  }
}

export function bash(command, description, stdout, failed = false) {
  const result = failed
    ? `Error: Exit code 1\n${stdout}`
    : { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  const content = failed ? `Exit code 1\n${stdout}` : stdout || '(no output)'
  return { name: 'Bash', input: { command, description }, run: () => ({ content, result, isError: failed }) }
}

export function task(id, subject, status) {
  if (status === undefined) {
    const input = { subject, description: subject, activeForm: subject }
    return { name: 'TaskCreate', input, run: () => ({ content: `Task #${id} created: ${subject}`, result: { task: { id, subject } } }) }
  }
  const result = {
    success: true,
    taskId: id,
    updatedFields: ['status'],
    statusChange: { from: status === 'completed' ? 'in_progress' : 'pending', to: status },
  }
  return { name: 'TaskUpdate', input: { taskId: id, status }, run: () => ({ content: `Updated task #${id} status`, result }) }
}
