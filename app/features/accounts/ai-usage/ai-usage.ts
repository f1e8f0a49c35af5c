/** Tokens, sent and received, that one account and the whole installation may use on a day (UTC). */
export const DAILY_TOKENS = { account: 200_000, installation: 5_000_000 }

const encoder = new TextEncoder()

/** Returns an upper estimate of a text's tokens: one for every three bytes. Only the model knows the exact number. */
export const estimateTokens = (text: string): number => Math.ceil(encoder.encode(text).length / 3)

/** The second half of the sentences about a missing provider, after "To have ..., ". */
export const SET_PROVIDER =
  'set AI_BASE_URL and AI_MODEL (and AI_API_KEY where the server wants a key), and start again.'
