"""dnsviz COMMAND OPTION..., without two errors that end it in the middle of this table."""

import importlib
import sys

import dns.enum
from dnsviz.analysis import status
from dnsviz.analysis.offline import OfflineDomainNameAnalysis

# Python 3.11.2 copies a member of an enum by its name, and unknown numbers, as those of algorithms, have none there.
dns.enum.IntEnum.__deepcopy__ = lambda self, memo: self

# A KeyError where an answer has a record that is not in the graph, as the SOA of a zone that is not signed
# (https://github.com/dnsviz/dnsviz/issues/44): such a record gets a status that says nothing.
serialize = OfflineDomainNameAnalysis._serialize_rrset_info


def serialize_known(self, rrset_info, *args, **kwargs):
    if self.response_component_status is not None:
        self.response_component_status.setdefault(rrset_info, status.RRSET_STATUS_NON_EXISTENT)
    return serialize(self, rrset_info, *args, **kwargs)


OfflineDomainNameAnalysis._serialize_rrset_info = serialize_known

importlib.import_module(f"dnsviz.commands.{sys.argv[1]}").main(sys.argv[1:])
