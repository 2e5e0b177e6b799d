import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';

/** `bonafide addresses`: the data of the address picker. */
export function addressesCommand(io: Io): Command {
  const addresses = new Command('addresses').description('data of the address picker');
  forOperator(addresses.command('import').description('replace all addresses with the addresses in a file'))
    .argument('<file>', 'JSON: an array of addresses, or {"addresses": [...]}')
    .action(async (file: string, flags: OperatorFlags) => {
      const body = await readAddresses(file);
      await withOperator(
        flags,
        io,
        (operator) => operator.call('PUT', '/addresses', body),
        ({ imported }) => `Imported ${imported} addresses`,
      );
    });
  return addresses;
}

async function readAddresses(file: string): Promise<unknown> {
  try {
    const content = JSON.parse(await readFile(file, 'utf8')) as unknown;
    return Array.isArray(content) ? { addresses: content } : content;
  } catch (error) {
    throw new CommandFailed(`The file ${file} can't be read: ${(error as Error).message}`);
  }
}
