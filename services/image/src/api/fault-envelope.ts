import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { STATUS_CODES } from '@nimbo/kernel/node-http'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Like WebOb's, Glance's errors follow the Accept header: HTML for a browser, JSON on request, else plain text. */
export const faultEnvelope: FaultEnvelope = (fault, status, request) => {
  const title = STATUS_CODES[status] ?? 'Error'
  const accept = request.headers.accept ?? ''
  if (accept.includes('application/json')) {
    const body = JSON.stringify({
      message: `${fault.message}<br /><br />\n\n\n`,
      code: `${status} ${title}`,
      title,
    })
    return { status, headers: { 'content-type': 'application/json' }, body }
  }
  if (accept.includes('*/*') || accept.includes('text/html')) {
    const heading = `${status} ${title}`
    const body = `<html>\n <head>\n  <title>${heading}</title>\n </head>\n <body>\n  <h1>${heading}</h1>\n  ${escapeHtml(fault.message)}<br /><br />\n\n\n\n </body>\n</html>`
    return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body }
  }
  const body = `${status} ${title}\n\n${fault.message}\n\n   `
  return { status, headers: { 'content-type': 'text/plain; charset=UTF-8' }, body }
}
