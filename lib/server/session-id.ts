/** Ids of sessions: 16 hex digits, and for the sessions after the first of one file its number behind a dash. */

const SESSION_ID = /^[0-9a-f]{16}(?:-\d{1,6})?$/

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text)
}

/** The id of the upload that a session is from. */
export function baseId(id: string): string {
  return id.replace(/-\d+$/, '')
}

/** Which session of its file. */
export function ordinalOf(id: string): number {
  return Number(/-(\d+)$/.exec(id)?.[1] ?? 0)
}
