/** The name of the field in which a form asks for the account's password again. */
export const PASSWORD_AGAIN = 'passwordAgain'
