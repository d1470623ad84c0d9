/** Whether somebody is writing there, or in a window or menu over the page: a key is no command of the page's then. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[role="dialog"], [role="menu"]') !== null ||
    target.matches('textarea, select, input:not([type="range"], [type="checkbox"], [type="radio"])'))
