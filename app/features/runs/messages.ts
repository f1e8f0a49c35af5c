export const runNotFound = 'There is no such run.'
export const tooManyStreams = 'Too many of your runs are being followed at once. Close one and try again.'
export const stoppedUnexpectedly =
  'An unexpected error stopped this. What was done stands; start again to go on.'
