/**
 * Copies a text to the clipboard. Browsers offer their clipboard to pages over https only; other pages answer the `copy` command
 * with the text.
 */
export const copyText = async (text: string): Promise<void> => {
  // Not declared as possibly absent.
  if ('clipboard' in navigator && navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(text)
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', answer, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', answer)
}
