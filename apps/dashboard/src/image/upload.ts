import { HttpFault } from '../api/http-fault.ts'

/**
 * Sends an image's bytes. The browser's `fetch` tells nothing of how far it is; the older request does, and takes a file
 * without reading it into memory.
 */
export const uploadBytes = (
  imageId: string,
  file: File,
  told: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/dashboard/api/proxy/image/v2/images/${imageId}/file`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => told(loaded)
    request.onload = () =>
      request.status < 400 ? done() : failed(new HttpFault(request.status, request.responseText))
    request.onerror = () => failed(new Error('the connection broke'))
    request.onabort = () => failed(new Error('given up'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
