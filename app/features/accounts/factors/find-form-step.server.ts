import type { Session } from '../sign-in/queries.server.ts'
import { type Factor, parseFactorType } from './factors.ts'
import type { FactorStep } from './factors-view.tsx'
import { toQrCode } from './qr-code.server.ts'
import { findOpenChallenge, findTotpSecret } from './queries.server.ts'

/** Returns the step that the query of the URL names: to add, set up or remove a factor. Undefined for the list. */
export async function findFormStep(
  session: Session,
  search: URLSearchParams,
  factors: Factor[],
): Promise<FactorStep | undefined> {
  const named = (name: string) => factors.find(({ id }) => id === search.get(name))
  const factorType = parseFactorType(search.get('add'))
  if (factorType) return { kind: 'add', factorType }
  const removed = named('remove')
  if (removed) return { kind: 'remove', factor: removed, isLast: isLast(removed, factors) }
  const enrolled = named('enrol')
  return enrolled?.status === 'unverified' ? findEnrolStep(session, enrolled) : undefined
}

async function findEnrolStep(session: Session, factor: Factor): Promise<FactorStep> {
  const secret = factor.factorType === 'totp' && (await findTotpSecret(session.operator, factor.id))
  const totp = secret ? { ...secret, qrCode: toQrCode(secret.uri) } : undefined
  const challenge = await findOpenChallenge(session, factor.id)
  return { kind: 'enrol', factor, totp, challenge }
}

const isLast = (removed: Factor, factors: Factor[]) =>
  !factors.some(({ id, status }) => status === 'verified' && id !== removed.id)
