/** Whether somebody is writing there, so that a key is a letter and no command. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="range"], [type="checkbox"], [type="radio"])'))
