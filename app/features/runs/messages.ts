/** Status 404: the account has no run with this id. */
export const runNotFound = 'There is no such run.'
/** Status 429: the account follows as many runs as allowed. */
export const tooManyStreams = 'Too many of your runs are being followed at once. Close one and try again.'
/** The sentence for each reason why a whole run failed. */
export const runFailures = {
  /** A bug or an outage ended it. */
  'stopped-unexpectedly': 'An unexpected error stopped this. What was done stands; start again to go on.',
}
