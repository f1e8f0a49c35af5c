export const runNotFound = 'There is no such run.'
export const tooManyStreams = 'Too many of your runs are being followed at once. Close one and try again.'
