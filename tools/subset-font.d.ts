declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, number | { min: number; max: number }>
    keepFeatures: string[]
    noHinting: boolean
  }
  /** A font with the glyphs of some characters only. */
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
