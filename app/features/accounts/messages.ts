/** Word for word from the spec (§8), except where the spec has no sentence. */
export const accountCreated = 'Account created successfully!'
export const signedIn = 'Signed in successfully!'
export const signUpClosed = 'Signing up is closed on this site.'
export const emailAndPasswordRequired = 'Please enter your email and password'
export const tooManyAttempts = 'Too many attempts. Please wait a minute and try again.'
