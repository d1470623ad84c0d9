import { FakeSglang } from './sglang.ts'

// A server as a process of its own, which somebody starts and kills: node run-sglang.ts PORT

await new FakeSglang().open(Number(process.argv[2]))
