/** Sentences in which providers refuse, with our places and ids. They are facts, kept apart from the rules' own texts. */

export const openCalls = (path: string, ...ids: readonly string[]) =>
  `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`

export const strayResult = (path: string, id: string) =>
  `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`

/** Wording of 2025; it counts the message that should begin with the results. */
export const missingAtStart = (path: string) =>
  `${path}: Did not find 1 \`tool_result\` block(s) at the beginning of this message. Messages following \`tool_use\` blocks must begin with a matching number of \`tool_result\` blocks.`

export const NO_PREFILL = 'This model does not support assistant message prefill. The conversation must end with a user message.'

export const BLANK = 'messages: text content blocks must contain non-whitespace text'

export const notThinking = (path: string) =>
  `${path}: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`

export const LITELLM_TOOLS =
  "litellm.UnsupportedParamsError: Anthropic doesn't support tool calling without `tools=` param specified. Pass `tools=` param OR set `litellm.modify_params = True`"

export const strayTool = (param: string | null) =>
  JSON.stringify({
    error: {
      message: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      type: 'invalid_request_error',
      param,
    },
  })

export const unanswered = (...ids: readonly string[]) =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
