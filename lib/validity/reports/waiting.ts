/**
 * Reports that the formats and rules of today cannot express, with what each waits for. The table only shrinks: a report
 * that becomes a test leaves it, and a test beside this file compares both with the list of all reports.
 */

export interface Waiting {
  readonly report: string
  readonly waitsFor: string
}

const SERVER_TOOLS = 'the rules for tools that the provider runs itself (reference 1.5)'
const BEDROCK = 'the Bedrock profile'
const RESPONSES = 'the Responses format and profile'
const GEMINI = 'the Gemini format and profile'
const MINIMAX = 'the MiniMax profile'
const LOCAL = 'the profiles of local servers and their chat templates'
const SUMMARY = 'checks of the summary text'
const RECORDS = "a format of this agent, with the records that a compaction's start and end leave"

export const WAITING: readonly Waiting[] = [
  { report: 'BR-020', waitsFor: 'a rule for a summary at the end that the model takes and writes on' },
  { report: 'BR-025', waitsFor: SERVER_TOOLS },
  { report: 'BR-026', waitsFor: SERVER_TOOLS },
  { report: 'BR-031', waitsFor: 'a rule for NUL bytes and binary output in results' },
  { report: 'BR-034', waitsFor: 'the answers as the model returned them: the log holds only what was stored afterwards' },
  { report: 'BR-038', waitsFor: 'the forms of signatures that MiniMax and z.ai write' },
  { report: 'BR-040', waitsFor: 'the answers as the model returned them: a signature cannot be verified from a file' },
  { report: 'BR-043', waitsFor: SERVER_TOOLS },
  { report: 'BR-044', waitsFor: "a policy run of the SDK's compaction, with server tools" },
  { report: 'BR-055', waitsFor: 'the rules for images and documents (reference 1.10)' },
  { report: 'BR-056', waitsFor: 'the rules for cache markers (reference 1.8)' },
  { report: 'BR-059', waitsFor: BEDROCK },
  { report: 'BR-061', waitsFor: BEDROCK },
  { report: 'BR-062', waitsFor: BEDROCK },
  { report: 'BR-074', waitsFor: SUMMARY },
  { report: 'BR-086', waitsFor: MINIMAX },
  { report: 'BR-091', waitsFor: 'the Kimi profile' },
  { report: 'BR-092', waitsFor: 'the Responses format and the DeepSeek profile' },
  { report: 'BR-094', waitsFor: 'the GLM profile' },
  { report: 'BR-098', waitsFor: 'a rule for the form of tool_choice' },
  { report: 'BR-100', waitsFor: RESPONSES },
  { report: 'BR-101', waitsFor: RESPONSES },
  { report: 'BR-103', waitsFor: 'the pi format and the Responses profile' },
  { report: 'BR-104', waitsFor: 'the atomic format and a policy run that its own guard stops' },
  { report: 'BR-106', waitsFor: RESPONSES },
  { report: 'BR-107', waitsFor: RESPONSES },
  { report: 'BR-109', waitsFor: RESPONSES },
  { report: 'BR-110', waitsFor: RESPONSES },
  { report: 'BR-112', waitsFor: RESPONSES },
  { report: 'BR-113', waitsFor: RESPONSES },
  { report: 'BR-115', waitsFor: RESPONSES },
  { report: 'BR-116', waitsFor: RESPONSES },
  { report: 'BR-118', waitsFor: 'a rule that compares the tools before and after a boundary' },
  { report: 'BR-119', waitsFor: GEMINI },
  { report: 'BR-121', waitsFor: GEMINI },
  { report: 'BR-122', waitsFor: GEMINI },
  { report: 'BR-124', waitsFor: GEMINI },
  { report: 'BR-125', waitsFor: GEMINI },
  { report: 'BR-127', waitsFor: 'the Mistral profile' },
  { report: 'BR-128', waitsFor: LOCAL },
  { report: 'BR-130', waitsFor: LOCAL },
  { report: 'BR-131', waitsFor: LOCAL },
  { report: 'BR-133', waitsFor: 'a token meter, and the window that a local server was started with' },
  { report: 'BR-134', waitsFor: 'a token meter that adds the room for the answer' },
  { report: 'BR-136', waitsFor: 'a rule for the most output tokens of each model' },
  { report: 'BR-137', waitsFor: 'a check of what the agent does after a boundary' },
  { report: 'BR-139', waitsFor: 'the goose format and a token meter' },
  { report: 'BR-140', waitsFor: 'a check that instructions before a boundary still stand after it' },
  { report: 'BR-142', waitsFor: SUMMARY },
  { report: 'BR-143', waitsFor: 'a check of the size before and after a boundary' },
  { report: 'BR-145', waitsFor: 'a format whose boundaries store both an index and an anchor' },
  { report: 'BR-148', waitsFor: 'the ADK format and a rule for calls that wait while a boundary passes' },
  { report: 'BR-149', waitsFor: 'the ADK format and a rule for calls that wait while a boundary passes' },
  { report: 'BR-154', waitsFor: SUMMARY },
  { report: 'BR-157', waitsFor: RESPONSES },
  { report: 'BR-158', waitsFor: 'the Responses format, and what the provider holds behind previous_response_id' },
  { report: 'BR-161', waitsFor: MINIMAX },
  { report: 'BR-163', waitsFor: GEMINI },
  { report: 'BR-167', waitsFor: SUMMARY },
  { report: 'BR-169', waitsFor: RECORDS },
  { report: 'BR-172', waitsFor: RECORDS },
  { report: 'BR-173', waitsFor: 'a policy run, and a check for reads that are repeated after it' },
  { report: 'BR-175', waitsFor: RECORDS },
  { report: 'BR-176', waitsFor: 'the Copilot CLI format, and checks of size and system prompt over a boundary' },
  { report: 'BR-178', waitsFor: GEMINI },
  { report: 'BR-179', waitsFor: GEMINI },
  { report: 'BR-181', waitsFor: 'the GLM profile' },
  { report: 'BR-187', waitsFor: 'a token meter that adds the room for the answer' },
  { report: 'BR-188', waitsFor: 'the kimi-code format, and what the cache costs after a compaction' },
]
