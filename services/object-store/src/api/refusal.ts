import type { Headers, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { STATUS_CODES } from '@nimbo/kernel/node-http'

/** Reason phrases that differ from RFC 9110. */
const titles: Readonly<Record<number, string>> = {
  413: 'Request Entity Too Large',
  416: 'Requested Range Not Satisfiable',
  498: 'Rate Limited',
  507: 'Insufficient Storage',
}

/** The default texts of error responses. */
const sentences: Readonly<Record<number, string>> = {
  400: 'The server could not comply with the request since it is either malformed or otherwise incorrect.',
  401: 'This server could not verify that you are authorized to access the document you requested.',
  403: 'Access was denied to this resource.',
  404: 'The resource could not be found.',
  405: 'The method is not allowed for this resource.',
  406: 'The resource is not available in a format acceptable to your browser.',
  409: 'There was a conflict when trying to complete your request.',
  411: 'Content-Length header required.',
  412: 'A precondition for this request was not met.',
  413: 'The body of your request was too large for this server.',
  416: 'The Range requested is not available.',
  422: 'Unable to process the contained instructions.',
  503: 'The server is currently unavailable. Please try again at a later time.',
  507: 'There was not enough space to save the resource.',
}

/** The status line in bodies of bulk responses: `404 Not Found`. */
export const statusLine = (status: number): string =>
  `${status} ${titles[status] ?? STATUS_CODES[status] ?? ''}`

/**
 * An error response as Swift sends it: the message as plain text, or without a message a small HTML page with the default text.
 */
export const refusal = (status: number, message = '', headers: Headers = {}): HttpResponse => {
  if (message !== '')
    return bytes(status, message, { 'content-type': 'text/plain; charset=utf-8', ...headers })
  const title = titles[status] ?? STATUS_CODES[status] ?? ''
  const page = `<html><h1>${title}</h1><p>${sentences[status] ?? ''}</p></html>`
  return bytes(status, page, { 'content-type': 'text/html; charset=UTF-8', ...headers })
}
