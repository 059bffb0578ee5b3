/** What a node of Hedera reads of what it is offered: by the network's own definitions, another reader of Protocol Buffers than the one that writes them, and OpenSSL for signatures. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import protobuf from 'protobufjs'
import { z } from 'zod'

/** An excerpt of github.com/hiero-ledger/hiero-consensus-node, `hapi/hedera-protobuf-java-api/src/main/proto/services`, with the same names and numbers. */
const DEFINITIONS = `
syntax = "proto3";
package proto;
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message Duration { int64 seconds = 1; }
message UInt32Value { uint32 value = 1; }
message TokenID { int64 shardNum = 1; int64 realmNum = 2; int64 tokenNum = 3; }
message AccountID { int64 shardNum = 1; int64 realmNum = 2; oneof account { int64 accountNum = 3; bytes alias = 4; } }
message TransactionID { Timestamp transactionValidStart = 1; AccountID accountID = 2; bool scheduled = 3; int32 nonce = 4; }
message AccountAmount { AccountID accountID = 1; sint64 amount = 2; bool is_approval = 3; }
message TransferList { repeated AccountAmount accountAmounts = 1; }
message TokenTransferList { TokenID token = 1; repeated AccountAmount transfers = 2; UInt32Value expected_decimals = 4; }
message CryptoTransferTransactionBody { TransferList transfers = 1; repeated TokenTransferList tokenTransfers = 2; }
message TokenAssociateTransactionBody { AccountID account = 1; repeated TokenID tokens = 2; }
message TransactionBody {
  TransactionID transactionID = 1;
  AccountID nodeAccountID = 2;
  uint64 transactionFee = 3;
  Duration transactionValidDuration = 4;
  string memo = 6;
  oneof data {
    CryptoTransferTransactionBody cryptoTransfer = 14;
    TokenAssociateTransactionBody tokenAssociate = 40;
  }
}
message SignaturePair { bytes pubKeyPrefix = 1; oneof signature { bytes ed25519 = 3; bytes ECDSA_secp256k1 = 6; } }
message SignatureMap { repeated SignaturePair sigPair = 1; }
message SignedTransaction { bytes bodyBytes = 1; SignatureMap sigMap = 2; }
message Transaction { bytes signedTransactionBytes = 5; }
message TransactionResponse { int32 nodeTransactionPrecheckCode = 1; uint64 cost = 2; }
`
const { root } = protobuf.parse(DEFINITIONS, { keepCase: true })

const Bytes = z.instanceof(Uint8Array)
const Text = z.string().default('0')
const Account = z
  .object({ accountNum: z.string().optional(), alias: Bytes.optional() })
  .transform(({ accountNum, alias }) =>
    alias ? `0x${Buffer.from(alias).toString('hex')}` : `0.0.${accountNum ?? 0}`,
  )
const TokenId = z.object({ tokenNum: z.string() }).transform(of => `0.0.${of.tokenNum}`)
const Part = z.object({ accountID: Account, amount: Text.transform(BigInt) })
const Body = z.object({
  transactionID: z.object({
    transactionValidStart: z.object({ seconds: z.string(), nanos: z.number().default(0) }),
    accountID: Account,
  }),
  nodeAccountID: Account,
  transactionFee: Text.transform(BigInt),
  transactionValidDuration: z.object({ seconds: z.string() }),
  memo: z.string().default(''),
  cryptoTransfer: z
    .object({
      tokenTransfers: z
        .array(
          z.object({
            token: TokenId,
            transfers: z.array(Part),
            expected_decimals: z.object({ value: z.number() }),
          }),
        )
        .length(1),
    })
    .optional(),
  tokenAssociate: z.object({ account: Account, tokens: z.array(TokenId) }).optional(),
})

export type Offered = ReturnType<typeof readOffered>

/** Reads a transaction, and whether it is signed by the key that its payer's alias is of. Throws where it is none. */
export function readOffered(bytes: Uint8Array) {
  const { signedTransactionBytes: whole } = read('Transaction', bytes, {
    signedTransactionBytes: Bytes,
  })
  const { bodyBytes, sigMap } = read('SignedTransaction', whole, {
    bodyBytes: Bytes,
    sigMap: z.object({
      sigPair: z.array(z.object({ pubKeyPrefix: Bytes, ECDSA_secp256k1: Bytes })).length(1),
    }),
  })
  const body = Body.parse(plain('TransactionBody', bodyBytes))
  const [pair] = sigMap.sigPair
  const { transactionValidStart: start, accountID: payer } = body.transactionID
  return {
    ...{ body, payer },
    txid: `${payer}@${start.seconds}.${String(start.nanos).padStart(9, '0')}`,
    hash: createHash('sha384').update(whole).digest('base64'),
    first: Number(start.seconds),
    last: Number(start.seconds) + Number(body.transactionValidDuration.seconds),
    alias: aliasOf(pair?.pubKeyPrefix ?? new Uint8Array()),
    is_signed: pair !== undefined && isSigned(pair.pubKeyPrefix, pair.ECDSA_secp256k1, bodyBytes),
  }
}

/** What a node answers. */
export function precheck(code: number): Buffer {
  const type = root.lookupType('proto.TransactionResponse')
  return Buffer.from(type.encode({ nodeTransactionPrecheckCode: code, cost: 0 }).finish())
}

function read<T extends z.ZodRawShape>(name: string, bytes: Uint8Array, shape: T) {
  return z.object(shape).parse(plain(name, bytes))
}

function plain(name: string, bytes: Uint8Array): object {
  const type = root.lookupType(`proto.${name}`)
  return type.toObject(type.decode(bytes), { longs: String })
}

function aliasOf(public_key: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(public_key).toBytes(false)
  return `0x${createHash('keccak-256').update(point.subarray(1)).digest('hex').slice(24)}`
}

function isSigned(public_key: Uint8Array, signature: Uint8Array, bytes: Uint8Array): boolean {
  const point = secp256k1.Point.fromBytes(public_key).toBytes(false)
  const spelled = (part: Uint8Array) => Buffer.from(part).toString('base64url')
  const [x, y] = [spelled(point.subarray(1, 33)), spelled(point.subarray(33))]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' })
  return verify('keccak-256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
