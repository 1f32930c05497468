/** What of noVNC the page uses; it brings no types of its own. */
declare module '@novnc/novnc' {
  // biome-ignore lint/style/noDefaultExport: that is how the library has it
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, url: string)
    scaleViewport: boolean
    sendCtrlAltDel(): void
    disconnect(): void
  }
}
