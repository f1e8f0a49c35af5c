interface VariationsSwitchProps {
  isOn: boolean
  /** The reason why there can be none, as a sentence; the switch then stays off. */
  unavailableReason: string | undefined
}

/** The switch 'Generate AI variations for each site' (spec §2). */
export function VariationsSwitch({ isOn, unavailableReason }: VariationsSwitchProps) {
  return (
    <div className="panel">
      <label className="switch">
        <span className="font-[550]">Generate AI variations for each site</span>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says it itself
          role="switch"
          name="generateVariations"
          defaultChecked={isOn && !unavailableReason}
          disabled={unavailableReason !== undefined}
          aria-describedby="hint-variations"
        />
      </label>
      <p id="hint-variations" className="mt-1 text-small text-muted">
        {unavailableReason ??
          'Each site gets the article in its own tone; links, numbers, quotes and code stay as they are. A site in another language than the article’s gets a translation.'}
      </p>
    </div>
  )
}
