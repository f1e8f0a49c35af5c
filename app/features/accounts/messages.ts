/** Sentences of signing in; those of the server itself come from Better Auth. */
export const signUpClosed = 'Signing up is closed on this site.'
export const emailAndPasswordRequired = 'Please enter your email and password'
export const tooManyAttempts = 'Too many attempts. Please wait a minute and try again.'
export const signInNeeded = 'Please sign in first.'
export const secondFactorNeeded = 'Please confirm with your second factor first.'
