import type { ReactNode } from 'react'

/** A panel that says how something went; bad news interrupts a screen reader, good news waits its turn. */
export function Notice({ tone, children }: { tone: 'ok' | 'bad'; children: ReactNode }) {
  const edge = tone === 'ok' ? 'border-s-ok' : 'border-s-bad'
  return (
    <div role={tone === 'ok' ? 'status' : 'alert'} className={`panel mb-5 border-s-4 ${edge}`}>
      {children}
    </div>
  )
}
