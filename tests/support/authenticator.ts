// An authenticator app, as somebody would have it in their pocket.
import { Secret, TOTP } from 'otpauth'
import { setTimeout as sleep } from 'node:timers/promises'

const PERIOD_MS = 30_000

/** The code that the app shows now, or showed or will show some periods from now. */
export const showCode = (secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + periods * PERIOD_MS })

/** A code that the app does not show anywhere near now. */
export function inventCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((periods) => showCode(secret, periods)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
}

/** Waits until the period has a while to run, so that "now" stays now for the test. */
export async function waitForCalm(needMs = 5000): Promise<void> {
  const leftMs = TOTP.remaining({ period: PERIOD_MS / 1000 })
  if (leftMs < needMs) await sleep(leftMs + 50)
}
