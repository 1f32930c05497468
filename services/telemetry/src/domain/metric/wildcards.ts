/** Whether a name matches a pattern with the wildcards `*`, `?` and `[…]` of a shell. */
export const fitsPattern = (pattern: string, name: string): boolean => {
  const body = pattern.replaceAll(/\[!?[^\]]+\]|./gs, (part) => {
    if (part === '*') return '.*'
    if (part === '?') return '.'
    if (part.length > 1) return part.replace('[!', '[^').replaceAll('\\', '\\\\')
    return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  return new RegExp(`^${body}$`, 's').test(name)
}
