/** Shows the text that was saved after a form was opened. Only without scripts: a script merges both texts. */
export const NewerText = ({ text }: { text: string }) => (
  <section className="panel without-scripts mt-5">
    <label>
      <span className="mb-2 block font-semibold">What was saved meanwhile</span>
      <textarea className="input font-mono text-[0.9rem]" rows={12} readOnly value={text} />
    </label>
  </section>
)
