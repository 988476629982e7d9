/** Two request bodies, as a client would have sent them: one per provider, each with one fault that compaction tools make. */

import { newDice } from './log.mjs'

const dice = newDice(31)
const thinks = thinking => ({ type: 'thinking', thinking, signature: dice.signature() })
const says = text => ({ type: 'text', text })
const calls = (id, name, input) => ({ type: 'tool_use', id: `toolu_01${id}`, name, input })
const gives = (id, content) => ({ type: 'tool_result', tool_use_id: `toolu_01${id}`, content })
const user = (...content) => ({ role: 'user', content })
const assistant = (...content) => ({ role: 'assistant', content })
const tool = (name, description, properties) => ({
  name,
  description,
  input_schema: { type: 'object', properties, required: Object.keys(properties) },
})
const TEXT = { type: 'string' }

const READ = tool('read_file', 'Gives the text of a file.', { path: TEXT })
const SEARCH = tool('search', 'Finds a pattern in the files below a folder.', { pattern: TEXT, folder: TEXT })
const RUN = tool('run', 'Runs a command and gives its output.', { command: TEXT })

/** The first turn is whole but for an empty text. The client took the thinking out of the open turn: it does not begin with it any more. */
export const rejectedThinking = {
  model: 'claude-sonnet-4-5-20250929',
  max_tokens: 12_000,
  thinking: { type: 'enabled', budget_tokens: 4096 },
  system: [
    {
      type: 'text',
      text: 'You help with the program of an allotment office. Say what you checked. Money is whole cents.',
      cache_control: { type: 'ephemeral' },
    },
  ],
  tools: [READ, SEARCH, RUN],
  messages: [
    user(says('The list of overdue invoices misses those of members who left. Why?')),
    assistant(
      thinks('Overdue invoices come from billing/invoices. Look there first.'),
      says('I look at how the list is made.'),
      calls('Ab3kTqW9xLm2VzRs5YpDhJ', 'read_file', { path: 'src/billing/invoices.ts' }),
    ),
    user(
      gives(
        'Ab3kTqW9xLm2VzRs5YpDhJ',
        'export async function listOverdue(db, today) {\n  return db.all(`select i.* from invoices i join people p on p.id = i.person\n    where i.due_on < ? and p.left_at is null order by i.due_on`, [today])\n}',
      ),
    ),
    assistant(
      thinks('The join filters people who left. Is that wanted somewhere else?'),
      says(''),
      calls('Cd7mNfE4yQo8WaTb1ZrGkX', 'search', { pattern: 'listOverdue', folder: 'src' }),
    ),
    user(
      gives(
        'Cd7mNfE4yQo8WaTb1ZrGkX',
        'src/pages/overdue.ts:14: const rows = await listOverdue(db, today)\nsrc/jobs/remind.ts:22: for (const invoice of await listOverdue(db, today))',
      ),
    ),
    assistant(
      thinks('Page and job share it. The job must not mail people who left, the page should show them.'),
      says(
        '`listOverdue` leaves out everybody who has left, because the reminder job uses the same list. The page should show them, the job should not mail them.',
      ),
    ),
    user(says('Then give the page its own list and run the tests.')),
    assistant(
      says('I read the page and the job.'),
      calls('Ef2pRhU6zSc4XdVf9BtLmN', 'read_file', { path: 'src/pages/overdue.ts' }),
      calls('Gh5qSjY1aUe7CgXh3DvNpQ', 'read_file', { path: 'src/jobs/remind.ts' }),
    ),
    user(
      gives(
        'Ef2pRhU6zSc4XdVf9BtLmN',
        "import { listOverdue } from '../billing/invoices'\n\nexport async function overduePage(db, today) {\n  const rows = await listOverdue(db, today)\n  return list('Overdue', rows)\n}",
      ),
      gives(
        'Gh5qSjY1aUe7CgXh3DvNpQ',
        "import { listOverdue } from '../billing/invoices'\n\nexport async function remind(db, post, today) {\n  for (const invoice of await listOverdue(db, today)) await post.remind(invoice)\n}",
      ),
    ),
    assistant(
      says('I add a parameter instead of a second query.'),
      calls('Jk8rTmA3bWg6EjZk2FxQrS', 'run', {
        command: "sed -i 's/listOverdue(db, today)/listOverdue(db, today, { withLeft: true })/' src/pages/overdue.ts",
      }),
    ),
    user(gives('Jk8rTmA3bWg6EjZk2FxQrS', '(no output)')),
    assistant(says('Now the tests of the invoices.'), calls('Lm1sUnC5dYi9GmBm4HzStU', 'run', { command: 'npm test -- billing' })),
    user(
      gives(
        'Lm1sUnC5dYi9GmBm4HzStU',
        ' ✓ invoices › overdue, a member who left is listed\n ✓ invoices › overdue, the job does not mail a member who left\n\n Tests  2 passed (2)',
      ),
    ),
  ],
}

const chatTool = ({ name, description, input_schema }) => ({ type: 'function', function: { name, description, parameters: input_schema } })
const chatCall = (id, name, input) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } })

/** The older half was cut away in the middle of a tool loop: the list now starts with a result whose call is gone. */
export const openaiOrphan = {
  model: 'gpt-4.1',
  temperature: 0,
  tools: [READ, SEARCH, RUN].map(chatTool),
  messages: [
    { role: 'system', content: 'You help with the program of an allotment office. Earlier messages may have been dropped to save room.' },
    {
      role: 'tool',
      tool_call_id: 'call_q7Xw2LpV9sKd4RtB6mNzHcJf',
      content:
        'src/rota/rota.ts:118: export async function swapTurns(db, mine, yours) {\nsrc/pages/rota.ts:41: await swapTurns(db, mine, yours)',
    },
    {
      role: 'assistant',
      content: 'It is called from one page. I read both files.',
      tool_calls: [
        chatCall('call_b3Fy8TnQ1vGh5WsE7kPxZrUa', 'read_file', { path: 'src/rota/rota.ts' }),
        chatCall('call_m9Jc4DzL6xRt2YqA8wHvKoNe', 'read_file', { path: 'src/pages/rota.ts' }),
      ],
    },
    {
      role: 'tool',
      tool_call_id: 'call_b3Fy8TnQ1vGh5WsE7kPxZrUa',
      content:
        'export async function swapTurns(db, mine, yours) {\n  const [a, b] = [await findTurn(db, mine), await findTurn(db, yours)]\n  await db.run(SET_PERSON, [b.person, a.id])\n  await db.run(SET_PERSON, [a.person, b.id])\n}',
    },
    {
      role: 'tool',
      tool_call_id: 'call_m9Jc4DzL6xRt2YqA8wHvKoNe',
      content:
        'export async function swap(request, db) {\n  const { mine, yours } = await form(request)\n  await swapTurns(db, mine, yours)\n  return back()\n}',
    },
    { role: 'assistant', content: 'The two writes are not in one transaction: when the second fails, one turn is lost.' },
    { role: 'user', content: 'Please put them into one and run the tests of the rota.' },
    { role: 'assistant', content: null, tool_calls: [chatCall('call_t5Kx1VbM7nSj3CfG9yLqDwPi', 'run', { command: 'npm test -- rota' })] },
    {
      role: 'tool',
      tool_call_id: 'call_t5Kx1VbM7nSj3CfG9yLqDwPi',
      content:
        ' ✓ rota › swap, both turns change hands\n ✓ rota › swap, nothing changes when the second write fails\n\n Tests  2 passed (2)',
    },
  ],
}
