declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, number | { min: number; max: number }>
    keepFeatures: string[]
    noHinting: boolean
  }
  /** Returns a font that has only the glyphs of the given characters. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
