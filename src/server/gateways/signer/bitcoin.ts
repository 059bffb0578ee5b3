/** Bitcoin in a signer of its own: PSBTs (BIP 174), by which coins of the treasury pay any number of payees. */
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { scriptOf } from '../bitcoin/build-payout.ts'
import { openKeyFile } from '../bitcoin/signer.ts'
import type { SignerChain } from './chain.ts'
import type { Asked, Refusal } from './rules.ts'

/** SIGHASH_ALL: the signature holds every input and every output. */
const ALL = 1

export const bitcoin: SignerChain = {
  coin: 'BTC',
  // A tenth of a bitcoin for each, half a one in an hour, half a hundredth for the network.
  first: {
    most_payment: { BTC: 10_000_000 },
    most_hour: { BTC: 50_000_000 },
    most_fee: 500_000,
  },
  payeeOf: scriptOf,
  open: (file, passphrase) => {
    const { address, script, sign } = openKeyFile(file, passphrase)
    return { address, sign, read: async psbt => readPsbt(psbt, script) }
  },
}

/** What a PSBT asks for, of whose inputs each is to be of the own script. Throws where it is none, or an input does not say what it spends. */
export function readPsbt(psbt: Uint8Array, own: string): Asked | { readonly refusal: Refusal } {
  const transaction = Transaction.fromPSBT(psbt)
  const spent = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index, witnessUtxo, nonWitnessUtxo, sighashType } = transaction.getInput(at)
    if (!txid || index === undefined || !witnessUtxo) throw new Error('an input says too little')
    if (nonWitnessUtxo) throw new Error('an input says twice what it spends')
    return {
      used: { name: `${hex.encode(txid)}:${index}`, value: witnessUtxo.amount },
      script: hex.encode(witnessUtxo.script),
      sighash: sighashType,
    }
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    if (!script || amount === undefined) throw new Error('an output says too little')
    return { payee: hex.encode(script), currency: 'BTC', amount }
  })
  if (spent.length === 0 || spent.some(({ script }) => script !== own))
    return { refusal: 'NOT_OURS' }
  if (spent.some(({ sighash }) => sighash !== undefined && sighash !== ALL))
    return { refusal: 'NOT_ALL_OF_IT' }
  const uses = spent.map(of => of.used)
  const taken = uses.reduce((sum, { value }) => sum + value, 0n)
  return {
    ...{ id: transaction.id, uses, coin: 'BTC', laid: 0n, only_dearer: false },
    paid: outputs.filter(({ payee }) => payee !== own),
    fee: outputs.reduce((rest, { amount }) => rest - amount, taken),
  }
}
