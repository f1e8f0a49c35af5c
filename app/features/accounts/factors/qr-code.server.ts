import { encode } from 'uqr'

/** A QR code as the path of an SVG. A module is one unit; the size includes the border that readers need. */
export interface QrCode {
  size: number
  path: string
}

/** Returns a text as a QR code. */
export function toQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 })
  const runs = data.flatMap((row, y) =>
    toRuns(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: runs.join('') }
}

// Adjacent dark modules are one rectangle. Otherwise thin light lines show between them.
function toRuns(row: boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.x + last.length === x) last.length += 1
    else runs.push({ x, length: 1 })
  }
  return runs
}
