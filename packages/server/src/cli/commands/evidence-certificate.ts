import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts } from '../table.ts';

/** `bonafide evidence-certificate`: for readers who check signed evidence. */
export function evidenceCertificateCommand(io: Io): Command {
  return forOperator(new Command('evidence-certificate'))
    .description('show the certificate that signs the evidence of workflow runs')
    .action((flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', '/evidence_certificate'),
        ({ pem, ...certificate }) => `${facts(certificate)}\n\n${pem.trimEnd()}`,
      ),
    );
}
