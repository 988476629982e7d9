/**
 * Turns a story into records. A story is paragraphs: `?` a prompt, `~` thinking, `>` text, `!` calls side by side, `@` something
 * special from the story's own table. A paragraph with text and without calls ends the turn.
 */

import { ask, finish, respond } from './log.mjs'
import { bash, edit, grep, read, task } from './project.mjs'
import { COMMANDS, EDITS, TASKS } from './tables.mjs'

export function tell(log, story, special) {
  for (const paragraph of story.trim().split(/\n\n+/)) {
    const said = { '?': '', '~': '', '>': '', '!': '' }
    for (const line of paragraph.split('\n')) {
      if (line[0] === '@') special[line.slice(2)](log)
      else said[line[0]] = [said[line[0]], line.slice(2)].filter(Boolean).join('\n')
    }
    if (said['?']) ask(log, said['?'])
    else if (said['!']) respond(log, said['~'], said['>'], said['!'].split(' | ').map(callOf))
    else if (said['>']) finish(log, said['~'], said['>'])
  }
}

function callOf(text) {
  const [verb, name, ...rest] = text.split(' ')
  if (verb === 'read') return read(name, ...rest.map(Number))
  if (verb === 'grep') return grep([name, ...rest].join(' '))
  if (verb === 'edit') return edit(...EDITS[name])
  if (verb === 'task') return task(name, TASKS[name], rest[0])
  return bash(...COMMANDS[name])
}
