import { v7 as uuidv7 } from 'uuid'
import { pool } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { readAppSecret } from '../../platform/secret.server.ts'

const WEEK_S = 7 * 24 * 3600
const DAY_S = 24 * 3600

const isSecure = env.SITE_URL.startsWith('https:')
const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

const ACCOUNT_FIELDS = {
  ...timestamps,
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
}

/**
 * Sessions as cookies hold them, renewed while they are used, and what mailed links are made of. Nothing of it is
 * reachable by address: our own queries and commands call it. Loaded on first use: a command-line tool, which
 * knows no sessions, would spend a third of its start on it.
 */
export const auth = () => remember('auth', makeAuth)

async function makeAuth() {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    baseURL: env.SITE_URL,
    secret: readAppSecret(),
    database: pool,
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ message }, 'auth.library'),
    },
    session: {
      modelName: 'sessions',
      expiresIn: WEEK_S,
      updateAge: DAY_S,
      fields: {
        ...timestamps,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    user: { modelName: 'users', fields: { ...timestamps, emailVerified: 'email_verified' } },
    account: { modelName: 'accounts', fields: ACCOUNT_FIELDS },
    verification: {
      modelName: 'verifications',
      storeIdentifier: 'hashed',
      fields: { ...timestamps, expiresAt: 'expires_at' },
    },
    rateLimit: { enabled: false }, // attempts are counted by our own commands, see limits.server.ts
    advanced: {
      database: { generateId: () => uuidv7() },
      useSecureCookies: false, // it would only add a prefix; ours is the stricter one
      cookies: {
        session_token: {
          name: isSecure ? '__Host-session' : 'session',
          attributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
        },
      },
    },
  })
}
