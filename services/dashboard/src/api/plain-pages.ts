/** A page shown while the dashboard is being built or cannot be built. It has no script and no style sheet. */
const plain = (title: string, head: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>` +
  `<body style="font:16px/1.5 sans-serif;max-width:40em;margin:15vh auto;padding:0 1em"><h1>${title}</h1>${text}</body></html>`

export const waitingPage = plain(
  'The dashboard is being built',
  '<meta http-equiv="refresh" content="1">',
  '<p>This takes some seconds, the first time only. The page loads by itself.</p>',
)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')

export const failurePage = (reason: string): string =>
  plain(
    'The dashboard could not be built',
    '',
    `<p>Everything else of the cloud works; the log says more.</p><pre style="white-space:pre-wrap">${escaped(reason)}</pre>`,
  )
