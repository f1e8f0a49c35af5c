interface TilesProps {
  tiles: { label: string; value: number; tone?: 'ok' | 'warn' | 'bad' }[]
}

const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' }

/** Shows a few large numbers. The tone colours only numbers above zero. */
export const Tiles = ({ tiles }: TilesProps) => (
  <dl className="tiles">
    {tiles.map(({ label, value, tone }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={tone && value > 0 ? TONES[tone] : undefined}>{value.toLocaleString('en-US')}</dd>
      </div>
    ))}
  </dl>
)
