/**
 * The version of the generator. Raise it with each change that makes other pages of the same services, cities and
 * template. Then runs check all pages again, also those of unchanged accounts.
 */
export const GENERATOR_VERSION = 4
