/** Has the browser save a file instead of showing it in place of this page. */
export const downloadFrom = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Has the browser save a file with content from this page. */
export const download = (name: string, content: BlobPart, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}
