// An authenticator app.
import { Secret, TOTP } from 'otpauth'
import { setTimeout as sleep } from 'node:timers/promises'

const PERIOD_MS = 30_000

/** Returns the code that the app shows now, or some periods later (or earlier, if negative). */
export const showCode = (secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + periods * PERIOD_MS })

/** Returns a code that the app does not show at any time near now. */
export function inventCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((periods) => showCode(secret, periods)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
}

/** Waits until the current code is valid for some more seconds, so that it does not change during the test. */
export async function waitForCalm(needMs = 5000): Promise<void> {
  const leftMs = TOTP.remaining({ period: PERIOD_MS / 1000 })
  if (leftMs < needMs) await sleep(leftMs + 50)
}
