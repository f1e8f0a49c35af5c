/** Status 503: the session could not be read from the database. */
export const storeAway = 'The server cannot read its store at the moment. Please try again soon.'
/** Status 401, for programs: the request has no session. */
export const signInNeeded = 'Please sign in first.'
/** Status 403, for programs: the session is below the level that its account requires. */
export const secondFactorNeeded = 'Please confirm with your second factor first.'
/** Status 403, for programs: the role of the person does not include this. */
export const notAllowedHere = 'Your role in this account does not allow this.'
/** Status 403, for programs: the scopes of the token do not include this. */
export const scopeMissing = 'The scopes of this token do not include this.'
/** Status 403, for programs: a provider vouched for the person, and the request is about the person. */
export const passwordNeeded = 'Your company signed you in. Sign in with your password for this.'
/** Status 409: the form is that of a screen of another account, which the person acted for before. */
export const otherAccount =
  'This browser acts for another account by now, so nothing was changed. Change back to the account of this form, and send it again.'
