/**
 * What stands in the menu, in order. A page is named by its path below docs/ without `.md`, or below the repository; one that ends
 * in `*` is every page of a folder that is not named elsewhere. What does not exist yet is left out; a test wants every page here.
 */
export const menu: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: [
      'README',
      'install/README',
      'install/laptop',
      'install/one-server',
      'install/compose',
      'install/kubernetes',
      'install/*',
      'first-gpu',
      'second-machine',
      'configure',
    ],
  },
  { title: 'Use', pages: ['cli', 'enhance', 'prompt-helpers', 'provenance'] },
  {
    title: 'Build on it',
    pages: [
      'api',
      'events',
      'webhooks',
      'errors',
      'errors-by-route',
      'openai',
      'mcp',
      '/client/README',
      '/python/README',
    ],
  },
  { title: 'Recipes', pages: ['recipes/*'] },
  {
    title: 'Engines',
    pages: [
      'engines/README',
      'engines/comfyui',
      'engines/sglang',
      'engines/vllm-omni',
      'engines/fastvideo',
      'engines/lightx2v',
      'engines/*',
    ],
  },
  {
    title: 'Operate',
    pages: [
      'operating/monitor',
      'operating/health',
      'operating/metrics',
      'operating/tracing',
      'operating/runbooks',
      'operating/runbooks/*',
      'operating/doctor',
      'backup',
      'operating/upgrade',
      'operating/secure',
      'operating/limits',
      'operating/data',
      'growing',
      'database',
      'storage',
      'queue',
      'money',
      'operating/*',
    ],
  },
  { title: 'Reference', pages: ['config', '/ARCHITECTURE'] },
  { title: 'Decisions', pages: ['decisions/*'] },
]

/** What the menu calls a page whose heading says too little there. */
export const labels: Readonly<Record<string, string>> = {
  'docs/README.md': 'Overview',
  'docs/engines/README.md': 'All engines',
  'docs/install/README.md': 'Install',
  'client/README.md': 'TypeScript client',
  'python/README.md': 'Python client',
  'ARCHITECTURE.md': 'Architecture',
}
