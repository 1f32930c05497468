import { bytes } from '@nimbo/http/reply'
import type { HttpResponse } from '@nimbo/http/message'
import type { ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import type { SwiftApp } from '../../app/app.ts'
import { httpDateOf } from '../../domain/timestamps.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const link = (name: string): string =>
  `<a href="${escaped(encodeURIComponent(name).replaceAll('%2F', '/'))}">${escaped(name)}</a>`

const row = (name: string, size: string, date: string): string =>
  `<tr><td>${link(name)}</td><td>${size}</td><td>${date}</td></tr>`

/** The listing of a folder of a container as an HTML page. The caller must be allowed to list the container. */
export const webListing = async (
  app: SwiftApp,
  request: ObjectRequest,
  folder: string,
  style: string | undefined,
): Promise<HttpResponse> => {
  const container = await requireContainer(app, request, 'list')
  const listed = await app.listObjects(container.id, {
    ...{ prefix: folder, delimiter: '/', marker: '', endMarker: '', reverse: false },
    limit: app.config['swift-constraints'].container_listing_limit,
  })
  const rows = listed.map((one) =>
    one.kind === 'subdir'
      ? row(one.name.slice(folder.length), '', '')
      : row(one.row.name.slice(folder.length), String(one.row.size), httpDateOf(one.row.timestamp)),
  )
  const title = `Listing of ${escaped(`${request.http.mount}${request.http.path}`)}`
  const sheet =
    style === undefined ? '' : `<link rel="stylesheet" type="text/css" href="${escaped(style)}" />`
  const up = folder === '' ? '' : '<tr><td><a href="../">../</a></td><td></td><td></td></tr>'
  const html = [
    `<!DOCTYPE html><html><head><title>${title}</title>${sheet}</head><body><h1>${title}</h1>`,
    `<table id="listing"><tr><th>Name</th><th>Size</th><th>Date</th></tr>${up}${rows.join('')}</table></body></html>`,
  ].join('')
  return bytes(200, html, { 'content-type': 'text/html; charset=UTF-8' })
}
