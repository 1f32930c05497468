/**
 * The widths of columns so that the table fits: columns narrower than their fair share keep their width, the others share the
 * remaining space, none below `least`. With a `total` of 0, or when the table fits, the widths are unchanged.
 */
export const shrink = (widths: readonly number[], total: number, least: number): readonly number[] => {
  const drawn = widths.reduce((sum, width) => sum + width + 3, 1)
  if (total <= 0 || drawn <= total) return widths
  const usable = Math.max(0, total - 1 - 3 * widths.length)
  const fair = Math.floor(usable / widths.length)
  const large = widths.flatMap((width, at) => (width > fair ? [at] : []))
  const left = usable - widths.reduce((sum, width) => sum + (width > fair ? 0 : width), 0)
  const share = Math.floor(left / large.length)
  const rest = left - share * (large.length - 1)
  return widths.map((width, at) => {
    if (!large.includes(at)) return width
    return Math.max(least, at === large.at(-1) ? rest : share)
  })
}
