import Bowser from 'bowser'

/** Returns the browser and the system of a request, such as `Firefox on Linux`, from its header `user-agent`. */
export function toDeviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  // oxlint-disable-next-line import/no-named-as-default-member -- the package names it in its types alone
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name ?? userAgent.slice(0, 40), os.name].filter(Boolean).join(' on ')
}
