/** Tokens, in and out, that one account and all of them together may use on a day (UTC). */
export const DAILY_TOKENS = { account: 200_000, installation: 5_000_000 }

const encoder = new TextEncoder()

/** How many tokens a text has at most, as far as one can tell without the model: about three bytes each. */
export const estimateTokens = (text: string): number => Math.ceil(encoder.encode(text).length / 3)

/** What to do where the settings name no provider, to go on with after "To have ..., ". */
export const SET_PROVIDER =
  'set AI_BASE_URL and AI_MODEL (and AI_API_KEY where the server wants a key), and start again.'
