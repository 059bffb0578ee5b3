/** `node test/chains/compile-tokens.ts`: compiles the tokens of the local Ethereum into `ethereum-tokens.gen.json`, after `npm ci --ignore-scripts` in the folder `installed`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'

const here = (name: string) => join(import.meta.dirname, name)
const solc: { compile(input: string): string } = createRequire(here('installed/package.json'))(
  'solc',
)

const Compiled = z.object({
  errors: z.array(z.object({ formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .optional(),
})

const input = {
  language: 'Solidity',
  sources: { tokens: { content: readFileSync(here('ethereum-tokens.sol'), 'utf8') } },
  settings: {
    ...{ evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  },
}
const { errors, contracts } = Compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))))
for (const { formattedMessage } of errors ?? []) console.error(formattedMessage)
const { Usdc, Usdt } = contracts?.tokens ?? {}
if (!Usdc || !Usdt) process.exit(1)
const codes = {
  USDC: `0x${Usdc.evm.deployedBytecode.object}`,
  USDT: `0x${Usdt.evm.deployedBytecode.object}`,
}
writeFileSync(here('ethereum-tokens.gen.json'), `${JSON.stringify(codes, null, 2)}\n`)
