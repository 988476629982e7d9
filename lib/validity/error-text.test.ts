import { describe, expect, it } from 'vitest'
import { ERROR_PHRASES, FIELD_HINTS } from './error-phrases'
import { type ErrorReading, readErrorText } from './error-text'

// Each sentence is followed by the rule that must come first, and then, where the sentence names them, by the
// place and the ids: "rule @path #id #id".
// biome-ignore format: a table, one row a line
const WORDINGS: readonly (readonly [text: string, expected: string])[] = [
  ['messages.52: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01AbC, toolu_02dEf. Each `tool_use` block must have a corresponding `tool_result` block in the next message.', 'anthropic-tool-use-without-result @messages.52 #toolu_01AbC #toolu_02dEf'],
  ['messages.9: tool_use ids were found without tool_result blocks immediately after: functions.bash:0.', 'anthropic-tool-use-without-result @messages.9 #functions.bash:0'],
  ['messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01Kept. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.', 'anthropic-tool-result-without-use @messages.0.content.0 #toolu_01Kept'],
  ['messages.4.content.1: unexpected tool_use_id found in tool_result blocks: call_00_xyz. Each tool_result block', 'anthropic-tool-result-without-use @messages.4.content.1 #call_00_xyz'],
  ['messages.7.content.2: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_01Q. Each `advisor_tool_result` block must have', 'anthropic-server-result-without-use @messages.7.content.2 #srvtoolu_01Q'],
  ['messages.3: `web_fetch` tool use with id `srvtoolu_01Zz` was found without a corresponding `web_fetch_tool_result` block', 'anthropic-server-tool-use-unresolved @messages.3 #srvtoolu_01Zz'],
  ['messages.3: `web_fetch` tool use with id `srvtoolu_01Zz` was found without a corresponding `web_fetch_tool_result` block, but no `web_fetch` tool was provided', 'anthropic-server-tool-missing-on-resume @messages.3 #srvtoolu_01Zz'],
  ['messages.31.content.1: `tool_use` ids must be unique', 'anthropic-tool-use-id-duplicate @messages.31.content.1'],
  ['messages.148.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01Twice', 'anthropic-tool-result-duplicate @messages.148.content.1 #toolu_01Twice'],
  ['messages.5.content.0: `tool_result` blocks can only be in `user` messages', 'anthropic-block-wrong-role @messages.5.content.0'],
  ['messages.6: `thinking` blocks may only be in `assistant` messages', 'anthropic-block-wrong-role @messages.6'],
  ['messages.1.content.66: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.', 'anthropic-thinking-modified @messages.1.content.66'],
  ['messages.1.content.39: Invalid `signature` in `thinking` block', 'anthropic-thinking-signature-invalid @messages.1.content.39'],
  ['messages.11.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block', 'anthropic-thinking-must-start-turn @messages.11.content.0.type'],
  ['messages.2.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.', 'anthropic-thinking-first-in-message @messages.2.content.0'],
  ['messages.7.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.', 'anthropic-thinking-disabled-final-thinking @messages.7.content.0'],
  ['"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.', 'anthropic-thinking-config-unsupported'],
  ['adaptive thinking is not supported on this model', 'anthropic-thinking-config-unsupported'],
  ['messages: text content blocks must be non-empty', 'anthropic-text-empty'],
  ['messages: text content blocks must contain non-whitespace text', 'anthropic-text-whitespace-only'],
  ['messages.12: user messages must have non-empty content', 'anthropic-user-empty-content @messages.12'],
  ['messages.8: all messages must have non-empty content except for the optional final assistant message', 'anthropic-user-empty-content @messages.8'],
  ['messages: final assistant content cannot end with trailing whitespace', 'anthropic-final-assistant-trailing-whitespace'],
  ['This model does not support assistant message prefill. The conversation must end with a user message.', 'anthropic-prefill-unsupported'],
  ['A maximum of 4 blocks with cache_control may be provided. Found 5.', 'anthropic-cache-control-count'],
  ['messages.2.content.1.text: cache_control cannot be set for empty text blocks', 'anthropic-cache-control-empty-text @messages.2.content.1.text'],
  ['The request body is not valid JSON: no low surrogate in string: line 1 column 4412 (char 4411)', 'any-lone-surrogate'],
  [': Invalid JSON: lone leading surrogate in hex escape at line 1', 'any-lone-surrogate'],
  ['messages.20.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels', 'anthropic-image-many-dimension @messages.20.content.0.image.source.base64.data'],
  ['messages.4.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels', 'anthropic-image-dimension @messages.4.content.1.image.source.base64.data'],
  ['messages.46.content.9.image.source.base64: image exceeds 5 MB maximum: 6096280 bytes > 5242880 bytes', 'anthropic-image-too-big-bytes @messages.46.content.9.image.source.base64'],
  ['messages.46.content.9.image.source.base64: image cannot be empty', 'anthropic-image-undecodable @messages.46.content.9.image.source.base64'],
  ['Could not process image', 'anthropic-image-undecodable'],
  ['messages.1.content.0: Image does not match the provided media type image/png', 'anthropic-image-undecodable @messages.1.content.0'],
  ['messages.3.content.1.tool_use.input: Input should be a valid dictionary', 'anthropic-tool-use-input-not-object @messages.3.content.1.tool_use.input'],
  ['messages.3.content.1.tool_use.input: Input should be an object', 'anthropic-tool-use-input-not-object @messages.3.content.1.tool_use.input'],
  ['messages.1.content.0.tool_use.caller: Extra inputs are not permitted', 'anthropic-extra-field @messages.1.content.0.tool_use.caller'],
  ['context_management: Extra inputs are not permitted', 'anthropic-context-management-rejected'],
  ["Extra inputs are not permitted, field: 'messages[4].reasoning', value: 'first I look'", 'fireworks-extra-inputs @messages.4.reasoning'],
  ["messages.2.content.0: Input tag 'compaction' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use'", 'anthropic-unknown-block-type @messages.2.content.0'],
  ['prompt is too long: 214676 tokens > 200000 maximum', 'anthropic-prompt-too-long'],
  ['input length and `max_tokens` exceed context limit: 190000 + 32000 > 204658, decrease input length or `max_tokens` and try again', 'anthropic-prompt-too-long'],
  ['max_tokens: 250000 > 128000, which is the maximum allowed number of output tokens for claude-opus-4-6', 'anthropic-max-tokens-over-model'],
  ['Request exceeds the maximum size', 'anthropic-request-too-large'],
  ['container_id is required when there are pending tool uses generated by code execution with tools.', 'anthropic-container-id-required'],
  ["Tool reference 'mcp__files__read' not found in available tools", 'anthropic-tool-reference-unknown'],
  ['tools: Tool names must be unique.', 'anthropic-tool-names-unique'],
  ['messages.5.content.0.tool_use.name: String should have at most 200 characters', 'anthropic-tool-use-name-pattern @messages.5.content.0.tool_use.name'],
  ["messages.5.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", 'anthropic-tool-use-id-pattern @messages.5.content.0.tool_use.id'],
  ['Thinking may not be enabled when tool_choice forces tool use.', 'anthropic-forced-tool-choice-with-thinking'],
  ["messages.0: use the top-level 'system' parameter for the initial system prompt", 'anthropic-system-role-first @messages.0'],
  ['messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.', 'anthropic-role-unknown'],
  ['messages.2.content.1: A maximum of 100 PDF pages may be provided.', 'anthropic-pdf-limits @messages.2.content.1'],
  ['messages.4: Did not find 2 `tool_result` block(s) at the beginning of this message. Messages following `tool_use` blocks must begin with a matching number', 'anthropic-tool-use-without-result @messages.4'],
  ['messages.4.content.0.tool_result.tool_use_id: Field required', 'anthropic-tool-result-id-missing @messages.4.content.0.tool_result.tool_use_id'],
  ['messages.4.content.0.thinking.signature: Field required', 'anthropic-thinking-fields @messages.4.content.0.thinking.signature'],
  ['messages.4.content.0.thinking.thinking: Field required', 'anthropic-thinking-fields @messages.4.content.0.thinking.thinking'],
  ["Anthropic doesn't support tool calling without `tools=` param specified.", 'anthropic-tools-missing-for-history'],
  ['Requests which include `tool_use` or `tool_result` blocks must define tools.', 'anthropic-tools-missing-for-history'],
  ['messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row', 'anthropic-legacy-texts'],
  ['messages: at least one message is required', 'anthropic-messages-empty'],
  ['messages: first message must use the "user" role', 'anthropic-first-message-assistant'],
  ['Expected toolResult blocks at messages.6.content for the following Ids: tooluse_aB1, tooluse_cD2', 'bedrock-tool-result-missing @messages.6.content #tooluse_aB1 #tooluse_cD2'],
  ['The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.', 'bedrock-tool-result-extra @messages.2.content'],
  ['The toolConfig field must be defined when using toolUse and toolResult content blocks.', 'bedrock-tool-config-missing'],
  ['messages.4.content: Conversation blocks and tool result blocks cannot be provided in the same turn.', 'bedrock-mixed-text-and-result @messages.4.content'],
  ['A conversation must start with a user message. Try again with a conversation that starts with a user message.', 'bedrock-first-user'],
  ['A conversation must alternate between user and assistant roles. Make sure the conversation alternates', 'bedrock-alternate'],
  ['The content field in the Message object at messages.3 is empty. Add a ContentBlock object to the content field and try again.', 'bedrock-content-empty @messages.3'],
  ['The text field in the ContentBlock object at messages.3.content.1 is blank. Add text to the text field, and try again.', 'bedrock-text-blank @messages.3.content.1'],
  ['The content field at messages.2.content.0.toolResult cannot be empty when status value is error.', 'bedrock-error-result-empty @messages.2.content.0.toolResult'],
  ['The toolResult blocks at messages.2.content contain duplicate Ids: tooluse_Zz9', 'bedrock-tool-use-id @messages.2.content #tooluse_Zz9'],
  ["Value 'functions.read:3' at 'messages.4.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint", 'bedrock-tool-use-id @messages.4.content.1.toolUse.toolUseId #functions.read:3'],
  ['Input is too long for requested model.', 'bedrock-input-too-long'],
  ["An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_aa1, call_bb2", 'openai-chat-tool-calls-unanswered #call_aa1 #call_bb2'],
  ["An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)", 'openai-chat-tool-calls-unanswered'],
  ["Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", 'openai-chat-tool-without-call'],
  ["Messages with role 'tool' must be a response to a preceding message with 'tool_calls'", 'openai-chat-tool-without-call'],
  ["Invalid parameter: 'tool_call_id' of 'call_9q' not found in 'tool_calls' of previous message.", 'openai-chat-tool-id-unknown #call_9q'],
  ["Duplicate value for 'tool_call_id' of call_7 in message[5]", 'openai-chat-tool-id-duplicate @messages.5 #call_7'],
  ["Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 64 instead.", 'openai-chat-tool-id-length @messages.3.tool_calls.0.id'],
  ["Invalid value for 'content': expected a string, got null.", 'openai-chat-content-null'],
  ["Invalid 'messages[2].content': empty array. Expected an array with minimum length 1, but got an empty array instead.", 'openai-chat-content-empty-array @messages.2.content'],
  ["Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1", 'openai-chat-tool-calls-empty @messages.2.tool_calls'],
  ["Invalid 'messages[6]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.", 'openai-chat-image-role @messages.6'],
  ['Failed to parse tool call arguments as JSON: unexpected end of input', 'openai-chat-arguments-not-json'],
  ['`tools` must not be an empty array. Either provide at least one tool or omit the field entirely. (parameter=tools)', 'openai-chat-tools-empty'],
  ['Invalid max_tokens value, the valid range of max_tokens is [1, 393216]', 'openai-chat-max-tokens-range'],
  ["Invalid 'messages[8].content': string too long. Expected a string with maximum length 1048576, but got a string with length 2000000 instead.", 'openai-chat-messages-limits @messages.8.content'],
  ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130512 tokens (129000 in the messages, 1512 in the functions).", 'openai-chat-context-length'],
  ["This model's maximum context length is 1048576 tokens. However, you requested 1050000 tokens (1040000 in the messages, 10000 in the completion).", 'deepseek-context'],
  ["This endpoint's maximum context length is 200000 tokens. However, you requested about 215000 tokens (200000 of text input, 5000 of tool input, 10000 in the output).", 'openrouter-window'],
  ["This model's maximum context length is 32768 tokens. However, you requested 4096 output tokens and your prompt contains at least 30000 input tokens", 'local-ctx-overflow'],
  ["Unsupported value: 'messages[0].role' does not support 'system' with this model.", 'openai-chat-role-unsupported @messages.0.role'],
  ['No tool output found for function call call_Kq3.', 'openai-resp-call-without-output #call_Kq3'],
  ['No tool output found for custom tool call ctx.edit:7.', 'openai-resp-call-without-output #ctx.edit:7'],
  ['No tool call found for function call output with call_id call_Kq4.', 'openai-resp-output-without-call #call_Kq4'],
  ["Item 'rs_0aa1' of type 'reasoning' was provided without its required following item.", 'openai-resp-reasoning-without-item #rs_0aa1'],
  ["Item 'fc_0bb2' of type 'function_call' was provided without its required 'reasoning' item: 'rs_0cc3'.", 'openai-resp-item-without-reasoning #fc_0bb2 #rs_0cc3'],
  ["Item with id 'rs_0dd4' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true", 'openai-resp-item-not-found #rs_0dd4'],
  ['The encrypted content gAAAAABo...x1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.', 'openai-resp-encrypted-invalid'],
  ['The encrypted content for item cmp_0ee5 could not be verified.', 'openai-resp-encrypted-invalid #cmp_0ee5'],
  ["Invalid 'input[7].call_id': string too long. Expected a string with maximum length 64, but got a string with length 408 instead.", 'openai-resp-id-length @input.7.call_id'],
  ['Duplicate item found with id msg_0ff6. Remove duplicate items from your input and try again.', 'openai-resp-id-duplicate #msg_0ff6'],
  ["Invalid 'input[3].id': 'toolu_01Old'. Expected an ID that begins with 'fc'.", 'openai-resp-id-prefix @input.3.id #toolu_01Old'],
  ["Invalid 'input[12].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.", 'openai-resp-reasoning-content-not-empty @input.12.content'],
  ["Missing required parameter: 'input[5].encrypted_content'.", 'openai-resp-encrypted-missing @input.5.encrypted_content'],
  ["Invalid value: 'system'. Value must be 'developer'.", 'openai-resp-system-role'],
  ["Invalid 'input[9].output[1].image_url'. Expected a base64-encoded data URL with an image MIME type, but got an invalid base64-encoded value.", 'openai-resp-image-invalid @input.9.output.1.image_url'],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.', 'openai-resp-context-length'],
  ["Previous response with id 'resp_0aa7' not found.", 'openai-resp-previous-not-found #resp_0aa7'],
  ["Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", 'openai-resp-content-type-role'],
  ["Invalid value: 'context_compaction'. Supported values are: 'apply_patch_call', 'compaction' and 'web_search_call'.", 'openai-resp-item-type-unknown'],
  ['One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.', 'openai-resp-input-empty'],
  ['Error running remote compact task: {"error":{"message":"Unknown parameter: \'prompt_cache_retention\'."}}', 'openai-resp-compact-unknown-param'],
  ['Please ensure that function call turn comes immediately after a user turn or after a function response turn.', 'gemini-call-turn-order'],
  ['Please ensure that function response turn comes immediately after a function call turn.', 'gemini-response-turn-order'],
  ['Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.', 'gemini-response-count'],
  ['* GenerateContentRequest.contents[3].parts[1].function_response.name: Name cannot be empty.', 'gemini-function-name @contents.3.parts.1.function_response.name'],
  ['Please ensure that single turn requests end with a user role or the role field is empty.', 'gemini-last-user'],
  ['Function call is missing a thought_signature in functionCall parts. Additional data, function call `default_api:read`, position 2.', 'gemini-thought-signature-missing'],
  ['Unable to submit request because Thought signature is not valid', 'gemini-thought-signature-invalid'],
  ["Invalid value at 'request.contents[4].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed", 'gemini-thought-signature-invalid @contents.4.parts.0.thought_signature'],
  ['* GenerateContentRequest.contents[2].parts: contents.parts must not be empty.', 'gemini-parts-empty @contents.2.parts'],
  ["* GenerateContentRequest.contents[2].parts[0].data: required oneof field 'data' must have one initialized field", 'gemini-part-data-empty @contents.2.parts.0.data'],
  ['Please use a valid role: user, model.', 'gemini-role-invalid'],
  ['Please ensure that multiturn requests alternate between user and model.', 'gemini-multiturn-alternate'],
  ['* GenerateContentRequest.contents: contents is not specified', 'gemini-contents-empty'],
  ['The input token count (1200345) exceeds the maximum number of tokens allowed (1048576).', 'gemini-token-count'],
  ['Invalid function_response.response: field `results` has an empty value. All values must have a type (null, bool, number, string, list, or object).', 'gemini-response-shape'],
  ["No function call event found for function responses ids: {'call_w1', 'call_w2'}", 'any-pending-call-compacted #call_w1 #call_w2'],
  ["Unexpected role 'user' after role 'tool'", 'mistral-role-order'],
  ['Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant', 'mistral-last-role'],
  ['Not the same number of function calls and responses', 'mistral-call-count'],
  ['Tool call id was call_abcdefgh but must be a-z, A-Z, 0-9, with a length of 9.', 'mistral-tool-id-format #call_abcdefgh'],
  ['Assistant message must have either content or tool_calls, but not none.', 'mistral-assistant-empty'],
  ['Unexpected tool call id Xa1Yb2Zc3 in tool results', 'mistral-tool-id-unexpected #Xa1Yb2Zc3'],
  ['Duplicate tool call id Xa1Yb2Zc3 in assistant message', 'mistral-tool-id-duplicate #Xa1Yb2Zc3'],
  ['Conversation must start with a user message or system message', 'mistral-first-role'],
  ['Missing `reasoning_content` field in the assistant message at message index 14. For more information, please refer to the guide', 'deepseek-reasoning-missing @messages.14'],
  ['The `reasoning_content` in the thinking mode must be passed back to the API.', 'deepseek-reasoning-missing'],
  ['thinking is enabled but reasoning_content is missing in assistant tool call message at index 8', 'kimi-reasoning-missing @messages.8'],
  ['Invalid assistant message: content or tool_calls must be set', 'deepseek-assistant-empty'],
  ['deepseek-reasoner does not support successive user or assistant messages (messages[3] and messages[4] in your input).', 'deepseek-successive-roles @messages.3'],
  ["the message at position 6 with role 'assistant' must not be empty", 'kimi-message-empty @messages.6'],
  ['Invalid request: tool_call_id  is not found', 'kimi-tool-id'],
  ['Your request exceeded model token limit: 262144 (requested: 270001)', 'kimi-limits'],
  ["invalid params, tool result's tool id(call_function_x1) not found (2013)", 'minimax-tool-result-orphan #call_function_x1'],
  ['invalid params, tool call result does not follow tool call (2013)', 'minimax-result-not-adjacent'],
  ['invalid params, invalid message role: system (2013)', 'minimax-role-system'],
  ['invalid params, invalid function arguments json string, tool_call_id: call_m3 (2013)', 'minimax-args-json #call_m3'],
  ['{"error":{"code":"1214","message":"The messages parameter is illegal. Please check the documentation."}}', 'glm-messages-illegal'],
  ['{"error":{"code":"1210","message":"Some text in another language"}}', 'glm-parameter-invalid'],
  ['{"code":"Client specified an invalid argument","error":"Invalid request content: Each message must have at least one content element."}', 'xai-content-element'],
  ["This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 'xai-context'],
  ["messages.3.assistant.reasoning_content: property 'messages.3.assistant.reasoning_content' is unsupported", 'cerebras-reasoning-content @messages.3.assistant.reasoning_content'],
  ["'messages.3' : for 'role:assistant' the following must be satisfied[('messages.3' : property 'reasoning_content' is unsupported)]", 'groq-property-unsupported @messages.3'],
  ["'messages.5' : for 'role:tool' the following must be satisfied[('messages.5.tool_call_id' : property 'tool_call_id' is missing)]", 'groq-property-missing @messages.5.tool_call_id'],
  ['prompt token count of 131000 exceeds the limit of 128000', 'copilot-limits'],
  ['<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 202752]', 'dashscope-range'],
  ['Conversation roles must alternate user/assistant/user/assistant/...', 'local-alternate-strict'],
  ['After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.', 'local-alternate-strict'],
  ['System message must be at the beginning.', 'local-system-first'],
  ['Jinja Exception: No user query found in messages.', 'local-no-user'],
  ['Assistant response prefill is incompatible with enable_thinking.', 'local-prefill-thinking'],
  ['Cannot have 2 or more assistant messages at the end of the list.', 'local-trailing-assistants'],
  ['Message has tool role, but there was no previous assistant message with a tool call!', 'local-tool-role-orphan'],
  ['Cannot pass both content and thinking in an assistant message with tool calls!', 'local-content-and-thinking'],
  ['Only user and assistant roles are supported!', 'local-role-unknown'],
  ['Only user, assistant and tool roles are supported, got developer.', 'local-role-unknown'],
  ['This model only supports single tool-calls at once!', 'local-single-tool'],
  ['Can only get item pairs from a mapping.', 'local-args-object'],
  ['request (40960 tokens) exceeds the available context size (32768 tokens), try increasing it', 'local-ctx-overflow'],
  ['Context size increased from 404 to 17133 during condensing', 'any-no-shrink'],
  ['Summarization failed to reduce the context', 'any-no-shrink'],
  ['invalid params, tool call id is invalid (2013)', 'minimax-id'],
  ['invalid params, tool call and result not match (2013)', 'minimax-count'],
  ['invalid params, chat content is empty (2013)', 'minimax-empty'],
  ['invalid params, context window exceeds limit (2013)', 'minimax-window'],
  ['Please reduce the length of the messages or completion.', 'groq-overflow'],
  ['System prompt must have content', 'mistral-system-empty'],
  ['Assistant message with prefix True must be last message', 'mistral-prefix-position'],
  ['Function name was read file! but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.', 'mistral-function-name'],
  ['Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length', 'mistral-too-long'],
  ['modelStreamErrorException: Model produced invalid sequence as part of ToolUse', 'bedrock-invalid-tool-input'],
  ["This model doesn't support the reasoningContent.reasoningText.signature field", 'bedrock-signature-unsupported'],
  ["This model doesn't support conversations ending with an assistant message.", 'bedrock-last-user'],
  ["Invalid 'input[4].arguments': string too long. Expected a string with maximum length 1048576", 'openai-resp-arguments-length @input.4.arguments'],
  ["Invalid 'input[4].name': empty string. Expected a string with minimum length 1", 'openai-resp-name-invalid @input.4.name'],
  ["Output of tool call should be 'Input text'", 'openai-resp-output-image'],
  ["Invalid 'content': 'content' field must be a string or an array of objects.", 'local-content-null'],
  ["Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", 'openai-chat-name-pattern @messages.1.tool_calls.0.function.name'],
  ["'tool_choice' is only allowed when 'tools' are specified", 'openai-chat-tools-missing'],
  ["The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", 'azure-content-filter-history'],
  ['messages.3.content.0.thinking.cache_control: Extra inputs are not permitted', 'anthropic-cache-control-thinking @messages.3.content.0.thinking.cache_control'],
  ['The model has reached its context window limit.', 'anthropic-context-window-stop'],
  ['At least one tool must have defer_loading=false. All tools cannot be deferred.', 'anthropic-all-tools-deferred'],
  ['messages.3.content.0.text: Field required', 'anthropic-content-shape @messages.3.content.0.text'],
]

function placeOf(reading: ErrorReading): string {
  const path = reading.path === null ? [] : [`@${reading.path}`]
  return [...path, ...reading.ids.map(id => `#${id}`)].join(' ')
}

describe('readErrorText on the wordings of providers', () => {
  it.each(WORDINGS)('%s', (text, expected) => {
    const reading = readErrorText(text)
    expect([reading.rules[0], placeOf(reading)].filter(part => part !== '').join(' ')).toBe(expected)
    expect(reading.kind).not.toBe('unknown')
    expect(reading.means).not.toBe('')
    expect(reading.lookFor).not.toBe('')
  })

  it('has a wording here for every rule that a phrase names first', () => {
    const reached = new Set(WORDINGS.map(([text]) => readErrorText(text).rules[0]))
    const rules = new Set(ERROR_PHRASES.flatMap(phrase => phrase.rules.slice(0, 1)))
    expect([...rules].filter(rule => !reached.has(rule))).toEqual([])
  })
})

const SENTENCE =
  'messages.52: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01AbC. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const ENVELOPE = { type: 'error', error: { type: 'invalid_request_error', message: SENTENCE }, request_id: 'req_011Cabc' }
const JSON_TEXT = JSON.stringify(ENVELOPE)
const QUOTED = JSON.stringify(JSON_TEXT)
const PYTHON = `{'type': 'error', 'error': {'type': 'invalid_request_error', 'message': '${SENTENCE}'}, 'request_id': 'req_011Cabc', 'param': None}`

// biome-ignore format: a table, one row a line
const WRAPPED: readonly (readonly [name: string, text: string])[] = [
  ['json', JSON_TEXT],
  ['json, indented', JSON.stringify(ENVELOPE, null, 2)],
  ['api-error', `API Error: 400 ${JSON_TEXT}`],
  ['api-error, wrapped by a terminal', `  ⎿  API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.52: \`tool_use\` ids\n     were found without \`tool_result\` blocks immediately after: toolu_01AbC. Each \`tool_use\`\n     block must have a corresponding \`tool_result\` block in the next message."},"request_id":"req_011Cabc"}`],
  ['api-error, without json', `API Error: 400 ${SENTENCE}`],
  ['json-string', QUOTED],
  ['json-string twice', JSON.stringify(QUOTED)],
  ['json-string three times, in a log', `2026-09-01T10:00:00.123Z [ERROR] upstream said ${JSON.stringify(JSON.stringify(QUOTED))}`],
  ['escapes that were doubled', `body=${JSON.stringify(JSON_TEXT).slice(1, -1)}`],
  ['openrouter', JSON.stringify({ error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON_TEXT, provider_name: 'Anthropic' } } })],
  ['litellm', `litellm.BadRequestError: AnthropicException - ${JSON_TEXT}`],
  ['litellm, bytes', `litellm.exceptions.BadRequestError: litellm.BadRequestError: AnthropicException - b'${JSON_TEXT}'`],
  ['litellm, without json', `Error: litellm.BadRequestError: BedrockException - ${SENTENCE}`],
  ['litellm, quotes not escaped', `BadRequestError: litellm.BadRequestError: AnthropicException - {"error":{"message":"litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"${SENTENCE}"}}No fallback model group found for original model_group=m. Fallbacks=[{'a': ['b']}]`],
  ['python dict', `anthropic.BadRequestError: Error code: 400 - ${PYTHON}`],
  ['python dict around json', `Error code: 400 - {'error': {'message': '${JSON_TEXT.replaceAll("'", "\\'")}', 'code': '400', 'param': None}}`],
  ['python bytes', `b'${JSON_TEXT}'`],
  ['python traceback', `Traceback (most recent call last):\n  File "/srv/agent/loop.py", line 31, in run\n    return await self._post("/v1/messages", body)\nanthropic.BadRequestError: Error code: 400 - ${PYTHON}`],
  ['node stack', `Error: 400 ${JSON_TEXT}\n    at APIError.generate (file:///app/node_modules/sdk/error.mjs:37:20)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`],
  ['node inspect', `BadRequestError {\n  status: 400,\n  headers: { 'content-type': 'application/json' },\n  error: {\n    type: 'error',\n    error: {\n      type: 'invalid_request_error',\n      message: '${SENTENCE}'\n    }\n  }\n}`],
  ['bedrock', `ValidationException: The model returned the following errors: ${SENTENCE}`],
  ['bedrock, boto', `botocore.errorfactory.ValidationException: An error occurred (ValidationException) when calling the InvokeModel operation: ${SENTENCE}`],
  ['bedrock, json', JSON.stringify({ message: `The model returned the following errors: ${SENTENCE}` })],
  ['vertex', JSON.stringify({ error: { code: 400, message: JSON_TEXT, status: 'INVALID_ARGUMENT' } })],
  ['gemini list', JSON.stringify([{ error: { code: 400, message: SENTENCE, status: 'INVALID_ARGUMENT' } }])],
  ['curl with headers', `HTTP/2 400 \r\ncontent-type: application/json\r\nrequest-id: req_011Cabc\r\nx-should-retry: false\r\n\r\n${JSON_TEXT}`],
  ['curl -v', `* Connected to gateway (127.0.0.1) port 443\n> POST /v1/messages HTTP/2\n> accept: */*\n>\n< HTTP/2 400\n< content-type: application/json\n<\n${JSON_TEXT}`],
  ['ansi', `\u001b[31mAPI Error: 400\u001b[39m ${SENTENCE}`],
  ['ansi, escaped in json', JSON.stringify({ msg: `\u001b[31;1mError: 400\u001b[0m ${JSON_TEXT}` })],
  ['html entities', JSON_TEXT.replaceAll('"', '&quot;').replaceAll('`', '&#96;')],
  ['html entities twice', JSON_TEXT.replaceAll('"', '&amp;quot;')],
  ['typographic quotes', `Error: “${SENTENCE}”`],
  ['log prefix', `[2026-09-01 10:00:00,123] [worker-3] ERROR: ${SENTENCE}`],
  ['logfmt', `time=2026-09-01T10:00:00Z level=error status=400 err=${QUOTED}`],
  ['log with other lines', `10:00:01 INFO {"msg":"starting","model":"m"}\n10:00:02 WARN retry 1 of 3\n10:00:03 ERROR ${SENTENCE}\n10:00:03 INFO done`],
  ['gateway', `unexpected status 502 Bad Gateway: upstream stream error: ${SENTENCE}, url: http://127.0.0.1:38440/v1/responses`],
  ['request id behind', `${SENTENCE} (request id: 20260901abcdef)`],
  ['cut off', JSON_TEXT.slice(0, -60)],
  ['agent record', JSON.stringify({ type: 'assistant', isApiErrorMessage: true, message: { model: '<synthetic>', content: [{ type: 'text', text: `API Error: 400 ${JSON_TEXT}` }] } })],
  ['sdk dump', JSON.stringify({ name: 'AI_APICallError', message: 'Bad Request', statusCode: 400, responseBody: JSON_TEXT })],
  ['broken in a word', `│ API Error: 400 ${SENTENCE.slice(0, 30)}\n│ ${SENTENCE.slice(30)}`],
  ['server-sent event', `event: error\ndata: ${JSON_TEXT}\n\n`],
  ['markdown', `> **Error**\n> \`\`\`\n> ${SENTENCE}\n> \`\`\``],
]

describe('readErrorText on wrapped texts', () => {
  it.each(WRAPPED)('%s', (_name, text) => {
    const reading = readErrorText(text)
    expect(reading.kind).toBe('transcript')
    expect(reading.rules[0]).toBe('anthropic-tool-use-without-result')
    expect(reading.profile).toBe('anthropic')
    expect(placeOf(reading)).toBe('@messages.52 #toolu_01AbC')
    expect(reading.message.replaceAll(' ', '')).toContain(SENTENCE.slice(0, 90).replaceAll(' ', ''))
  })

  it('peels down to the sentence alone', () => {
    const exact = [
      'json',
      'api-error',
      'json-string twice',
      'openrouter',
      'litellm, bytes',
      'python traceback',
      'node stack',
      'vertex',
      'curl -v',
      'log prefix',
    ]
    for (const [name, text] of WRAPPED.filter(([name]) => exact.includes(name)))
      expect([name, readErrorText(text).message]).toEqual([name, SENTENCE])
  })

  it('names what it removed, and keeps status and request id', () => {
    const reading = readErrorText(`\u001b[31m⎿ API Error: 400 ${JSON_TEXT}\u001b[0m`)
    expect(reading).toMatchObject({
      status: 400,
      requestId: 'req_011Cabc',
      unwrapped: ['ansi', 'json'],
      messageIndex: 52,
      blockIndex: null,
    })
  })

  it('takes the place from the parameter when the sentence has none', () => {
    const message = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
    const reading = readErrorText(
      JSON.stringify({ error: { message, type: 'invalid_request_error', param: 'messages.[7].role', code: null } }),
    )
    expect(reading).toMatchObject({ path: 'messages.7.role', messageIndex: 7, profile: 'openai-chat' })
  })

  it('prefers a refusal of the history to retries for other reasons in the same log', () => {
    const reading = readErrorText(
      `10:00:01 ERROR {"error":{"type":"rate_limit_error","message":"Too many requests"}}\n10:00:09 ERROR ${SENTENCE}`,
    )
    expect(reading).toMatchObject({ kind: 'transcript', path: 'messages.52' })
  })

  it('reads the list of a validating gateway', () => {
    const reading = readErrorText(
      JSON.stringify({ detail: [{ loc: ['body', 'messages', 3, 'content', 1, 'cache'], msg: 'Extra inputs are not permitted' }] }),
    )
    expect(reading).toMatchObject({ path: 'messages.3.content.1.cache', messageIndex: 3, blockIndex: 1, rules: ['anthropic-extra-field'] })
  })
})

// Kind, then all rules that must be there, in order.
// biome-ignore format: a table, one row a line
const FRIENDLY: readonly (readonly [text: string, kind: string, ...rules: string[]])[] = [
  ['API Error: 400 due to tool use concurrency issues. Run /rewind to recover the conversation.', 'transcript', 'anthropic-tool-use-without-result', 'anthropic-tool-result-without-use', 'anthropic-tool-use-id-duplicate', 'anthropic-tool-result-duplicate'],
  ['Prompt is too long', 'size', 'anthropic-prompt-too-long'],
  ['Prompt is too long · Run /compact to continue', 'size', 'anthropic-prompt-too-long'],
  ['API Error: The model has reached its context window limit.', 'size', 'anthropic-context-window-stop', 'anthropic-prompt-too-long'],
  ["Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.", 'size', 'openai-resp-context-length'],
  ['API Error: 413 {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}', 'size', 'anthropic-request-too-large'],
  ['Credit balance is too low', 'account'],
  ["You've hit your limit · resets 3pm", 'account'],
  ['Not logged in · Please run /login', 'account'],
  ['API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'account'],
  ['API Error: 500 Internal server error', 'account'],
  ['API Error: 503 no answer from the pool', 'account'],
  ['{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}', 'account'],
  ['You exceeded your current quota, please check your plan and billing details.', 'account'],
  ['API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}', 'account'],
  ['API Error: 403 {"error":{"message":"no access to this group"}}', 'account'],
  ['{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed the rate limit of your organization"}}', 'account'],
  ['API Error: 400 {"error":{"message":"预扣费额度失败, 用户剩余额度: ＄0.53 (request id: 20260511abc)","type":"new_api_error"}}', 'account'],
  ['API Error: 400 {"error":{"message":"当前算力已达上限，请稍后再试"}}', 'account'],
  ['API Error: 400 官方算力限制，请等待一段时间后再使用', 'account'],
  ['API Error: 400 {"error":{"message":"账户余额不足，请充值"}}', 'account'],
  ['API Error: 400 {"error":{"message":"输入的上下文过长，请缩短后重试"}}', 'size'],
  ['API Error: 400 {"error":{"message":"算力节点正在调度中，请联系客服"}}', 'unknown'],
  ['API Error: 400 {"error":{"type":"1234","message":"网络错误，错误id：20260511abc，请稍后重试"},"type":"error"}', 'unknown'],
  ['API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"Invalid model: claude-nope"}}', 'model'],
  ['{"type":"error","error":{"type":"not_found_error","message":"model: claude-nope-4"}}', 'model'],
  ['The model `gpt-nope` does not exist or you do not have access to it.', 'model'],
  ['"thinking.type.disabled" is not supported for this model.', 'model', 'anthropic-thinking-config-unsupported'],
  ['max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens for m', 'model', 'anthropic-max-tokens-over-model'],
  ["Invalid value: 'max'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', and 'xhigh'.", 'model'],
  ['This model does not support thinking', 'model'],
  ['Error: 404 model not found', 'model'],
  ['429 status code (no body)', 'account'],
  ['{"base_resp":{"status_code":2013,"status_msg":"invalid params, chat content is empty (2013)"}}', 'transcript', 'minimax-empty'],
  ['Connection error.', 'unknown'],
  ['API Error: 400 400 status code (no body)', 'unknown'],
  ['{"error":{"message":"Provider returned error","code":400}}', 'unknown'],
  ['Error rendering prompt with jinja template: "Something that nobody has seen"', 'unknown'],
  ['', 'unknown'],
]

// biome-ignore format: a table, one row a line
const TRANSLATED: readonly (readonly [text: string, rule: string, place: string])[] = [
  ['messages.114：在 toolu_vrtx_01Ra 之后，发现了没有紧接着 `tool_result` 块的 `tool_use` id。每个 `tool_use` 块都必须有对应的 `tool_result` 块。', 'anthropic-tool-use-without-result', '@messages.114 #toolu_vrtx_01Ra'],
  ['消息.114：在 toolu_vrtx_01Ra 之后，发现了没有紧接着`tool_result`块的`tool_use` id', 'anthropic-tool-use-without-result', '@messages.114 #toolu_vrtx_01Ra'],
  ['API Error: 400 {"error":{"message":"messages.4.content.0：在 `tool_result` 块中发现意外的 `tool_use_id`：toolu_01Kk"}}', 'anthropic-tool-result-without-use', '@messages.4.content.0 #toolu_01Kk'],
  ['messages.4.content.0: se encontró un tool_use_id inesperado en los bloques tool_result: toolu_01Kk. Cada bloque según la regla', 'anthropic-tool-result-without-use', '@messages.4.content.0 #toolu_01Kk'],
  ['messages.7.content.2: `advisor_tool_result` ブロックに予期しない `tool_use_id` があります: srvtoolu_01Q', 'anthropic-server-result-without-use', '@messages.7.content.2 #srvtoolu_01Q'],
  ['messages.1.content.39: недопустимая `signature` в блоке `thinking`', 'anthropic-thinking-signature-invalid', '@messages.1.content.39'],
  ['messages.1.content.66：最新助手消息中的 `thinking` 或 `redacted_thinking` 块不能修改', 'anthropic-thinking-modified', '@messages.1.content.66'],
  ['messages.1.content.0.type：应为 `thinking` 或 `redacted_thinking`，但发现 `tool_use`', 'anthropic-thinking-must-start-turn', '@messages.1.content.0.type'],
  ['第3条消息中 tool_use 没有对应的 tool_result：toolu_01X', 'anthropic-tool-use-without-result', '@messages.3 #toolu_01X'],
  ['messages.31.content.1：`tool_use` id 必须唯一', 'anthropic-tool-use-id-duplicate', '@messages.31.content.1'],
]

describe('readErrorText on friendly and translated texts', () => {
  it.each(FRIENDLY)('%s', (text, kind, ...rules) => {
    const reading = readErrorText(text)
    expect([reading.kind, ...reading.rules]).toEqual([kind, ...rules])
    expect(reading.means).not.toBe('')
  })

  it.each(TRANSLATED)('%s', (text, rule, place) => {
    const reading = readErrorText(text)
    expect([reading.kind, reading.rules[0], placeOf(reading)]).toEqual(['transcript', rule, place])
  })
})

const PROSE = [
  'the ids must be in the table',
  'a tool_result of the meeting',
  'User ids must be unique in this table.',
  'The price must not be empty.',
  'A rope with a length of 9 metres',
  'In our team the roles must alternate every week.',
  'The prompt is too long for my taste, but fine.',
  'I have thinking blocks in mind when I talk about signatures.',
  'Our image exceeds expectations and the maximum is far.',
  'This phase was already compacted by the roller.',
  'The agreement (2013) says nothing about it.',
  'Docs: a `tool_use` block is answered by a `tool_result` block.',
  'messages.52 was the best of them',
  'Every shop must define tools.',
  'We came with a saw but no hammer tool was provided.',
  '{"messages":[{"role":"user","content":"hello"}],"model":"m"}',
  'const value = { quota: 1, model: null }',
]

describe('readErrorText on texts that are no errors', () => {
  it.each(PROSE)('%s', text => {
    expect(readErrorText(text)).toMatchObject({ kind: 'unknown', rules: [] })
  })

  it('says what an unknown text does tell', () => {
    const reading = readErrorText('API Error: 400 {"type":"error","error":{"message":"a sentence of tomorrow"},"request_id":"req_011Cnew"}')
    expect(reading).toMatchObject({
      kind: 'unknown',
      status: 400,
      requestId: 'req_011Cnew',
      profile: 'anthropic',
      message: 'a sentence of tomorrow',
    })
    expect(reading.means).toContain('status 400')
  })
})

describe('readErrorText on facts in the text', () => {
  it.each([
    ['prompt is too long: 214676 tokens > 200000 maximum', { tokens: 214676, limit: 200000 }],
    ['input length and `max_tokens` exceed context limit: 190000 + 32000 > 204658', { tokens: 222000, limit: 204658 }],
    [
      "This model's maximum context length is 32768 tokens. However, you requested 4096 output tokens and your prompt contains at least 30000 input tokens",
      { tokens: 34096, limit: 32768 },
    ],
    ['Your request exceeded model token limit: 262144 (requested: 270001)', { tokens: 270001, limit: 262144 }],
    ['Range of input length should be [1, 202752]', { limit: 202752 }],
    ['Input is too long for requested model.', {}],
  ])('%s', (text, numbers) => {
    expect(readErrorText(text).numbers).toEqual(numbers)
  })

  it('tells the block that was found', () => {
    expect(readErrorText('messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.').foundBlock).toBe(
      'tool_use',
    )
    expect(
      readErrorText("messages.2.content.0: Input tag 'fallback' found using 'type' does not match any of the expected tags").foundBlock,
    ).toBe('fallback')
  })

  it('keeps every phrase dated and unlike the others', () => {
    expect(new Set(ERROR_PHRASES.map(phrase => phrase.pattern.source)).size).toBe(ERROR_PHRASES.length)
    expect(ERROR_PHRASES.every(phrase => phrase.dated === '2026-09' && phrase.pattern.flags === 'i')).toBe(true)
    expect(FIELD_HINTS.every(hint => hint.rules.length > 0)).toBe(true)
  })

  it.each([
    ['braces', '{'],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['blanks', ' '],
    ['lines', ' \n'],
    ['bytes', "b'{"],
    ['phrases', 'tool_use ids were found image exceeds encrypted content '],
    ['paths', 'messages.1.'],
    ['nested messages', '{"message":"'],
    ['entities', '&amp;'],
    ['digits', '9'],
    ['backticks', '`a'],
  ])('answers for a megabyte of %s', (_name, unit) => {
    const hostile = unit.repeat(Math.ceil(1_000_000 / unit.length))
    expect(readErrorText(hostile).rules).toEqual([])
    expect(readErrorText(`${hostile} ${SENTENCE}`).kind).toMatch(/transcript|unknown/)
  })
})
