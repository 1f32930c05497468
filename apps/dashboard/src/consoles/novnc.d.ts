/** Types of the parts of noVNC that are used here; it ships no types. */
declare module '@novnc/novnc' {
  // biome-ignore lint/style/noDefaultExport: the library has a default export
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, url: string)
    scaleViewport: boolean
    sendCtrlAltDel(): void
    disconnect(): void
  }
}
