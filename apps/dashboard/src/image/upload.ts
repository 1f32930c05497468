import { HttpFault } from '../api/http-fault.ts'

/** Uploads an image's data. Uses XMLHttpRequest, because `fetch` reports no upload progress; the file is not read into memory. */
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
