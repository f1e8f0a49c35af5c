import type { IconName } from '../../../ui/icon.tsx'
import type { FactorType } from './factors.ts'

/** The name, icon and description of each kind of factor on the screens. */
export const FACTOR_KINDS: Record<FactorType, { label: string; icon: IconName; why: string }> = {
  totp: {
    label: 'Authenticator app',
    icon: 'clock',
    why: 'An app on your phone shows a new code every 30 seconds. Works without a network.',
  },
  webauthn: {
    label: 'Passkey',
    icon: 'key',
    why: 'Your fingerprint, face or security key. Nothing to type, and no false site can ask for it.',
  },
  phone: {
    label: 'Phone',
    icon: 'phone',
    why: 'A code by text message. Better than a password alone, but numbers can be taken over.',
  },
}
