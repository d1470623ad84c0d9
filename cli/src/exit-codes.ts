/** What each exit code means; `--help` and `docs/cli.md` say the same. */
export const exitCodes = {
  0: 'done',
  1: 'refused, or failed',
  2: 'used wrongly',
  3: 'the service cannot be reached',
  4: 'a task failed or was canceled',
  5: 'not enough credits, or the API key may not spend more',
  6: 'the budget of a batch is used up, and rows are left',
  130: 'stopped by Ctrl-C',
  143: 'stopped by SIGTERM',
} as const

export type ExitCode = Exclude<keyof typeof exitCodes, 0>
